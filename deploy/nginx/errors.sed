# nginx writes its error log in a format of its own only. This makes each line a JSON object, like those of the other logs:
# 2026/11/26 14:13:44 [error] 12#12: *5 connect() failed ... (docker-compose.yml runs it with `sed -u -E -f`, which
# writes each line at once).
s/\\/\\\\/g
s/"/\\"/g
s/\t/\\t/g
s/[\x01-\x1f]/ /g
s#^([0-9]{4})/([0-9]{2})/([0-9]{2}) ([0-9:]+) \[([a-z]+)\] (.*)$#{"at":"\1-\2-\3T\4","level":"\5","logger":"nginx.error","message":"\6"}#
t
s#^(.*)$#{"at":"","level":"info","logger":"nginx.error","message":"\1"}#
