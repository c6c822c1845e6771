# nginx writes its error log in a format of its own only. This makes each line a JSON object, like those of the other logs:
# 2026/11/26 14:13:44 [error] 12#12: *5 connect() failed ... (docker-compose.yml).
function text(value) {
    gsub(/\\/, "\\\\", value)
    gsub(/"/, "\\\"", value)
    gsub(/\t/, "\\t", value)
    gsub(/[\001-\037]/, " ", value)
    return "\"" value "\""
}
{
    at = ""; level = "info"; message = $0
    if (match($0, /^[0-9][0-9][0-9][0-9]\/[0-9][0-9]\/[0-9][0-9] [0-9:]+ \[[a-z]+\] /)) {
        at = substr($0, 1, 19); gsub("/", "-", at); sub(" ", "T", at)
        level = substr($0, 22, RLENGTH - 23)
        message = substr($0, RLENGTH + 1)
    }
    print "{\"at\":" text(at) ",\"level\":" text(level) ",\"logger\":\"nginx.error\",\"message\":" text(message) "}"
    fflush()
}
