# Sourced by ./run and ./test: makes a virtual environment and installs a lock file into it when either is missing or changed.

find_python() {
  local name
  for name in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
    [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 || continue
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$name"
      return 0
    fi
  done
  echo "Python 3.11 or newer is needed and was not found. Install it, or set PYTHON to it." >&2
  return 1
}

# Without ensurepip (Debian's python3 without python3-venv) a pip is borrowed from the system, or from virtualenv.
bare_environment() {
  local python=$1 folder=$2
  "$python" -m venv "$folder" >/dev/null 2>&1 && "$folder/bin/python" -m pip --version >/dev/null 2>&1 && return 0
  rm -rf "$folder"
  "$python" -m virtualenv -q "$folder" >/dev/null 2>&1 && return 0
  rm -rf "$folder"
  "$python" -m venv --without-pip "$folder" || return 1
  "$python" -m pip --version >/dev/null 2>&1 && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-pip; } >/dev/null 2>&1
    "$python" -m pip --version >/dev/null 2>&1 && return 0
  fi
  echo "Neither venv, virtualenv nor pip works with $python. On Debian: apt install python3-venv" >&2
  return 1
}

# make_environment FOLDER LOCK: the lock's digest is kept inside, so an unchanged lock costs nothing.
make_environment() {
  local folder=$1 lock=$2 python wanted have="" pip
  wanted=$(cksum <"$lock")
  [ -f "$folder/.lock-$lock" ] && have=$(cat "$folder/.lock-$lock")
  if [ -x "$folder/bin/python" ] && [ "$have" = "$wanted" ] && "$folder/bin/python" -c 'import django' 2>/dev/null; then
    return 0
  fi
  python=$(find_python) || return 1
  # After a change of the lock the folder is made anew: a package that the lock no longer names would hide a missing one.
  [ -n "$have" ] && rm -rf "$folder"
  if ! { [ -x "$folder/bin/python" ] && "$folder/bin/python" -c '' 2>/dev/null; }; then
    echo "Making $folder with $python"
    bare_environment "$python" "$folder" || return 1
  fi
  echo "Installing $lock (this is done once)"
  if "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
    pip="$folder/bin/python -m pip"
  else
    pip="$python -m pip --python $folder/bin/python"
  fi
  # shellcheck disable=SC2086
  $pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" || return 1
  cksum <"$lock" >"$folder/.lock-$lock"
  # The development lock holds the production lock too.
  [ "$lock" = requirements-dev.txt ] && cksum <requirements.txt >"$folder/.lock-requirements.txt"
  return 0
}
