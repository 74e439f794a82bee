#!/bin/sh
# Makes .venv hold exactly what a lock names, and this package in editable form.
#
#   sh tools/setup.sh run       requirements.lock: enough to play
#   sh tools/setup.sh dev       requirements-dev.lock: the same, and what tests and checks need;
#                               meanwhile the programs of tools/system.sh
#   sh tools/setup.sh python    only print the Python that would be used
#
# PYTHON in the environment chooses the interpreter. With nothing to do it takes a moment and
# needs no network.
#
# Two files make an interruption harmless, at whatever point it comes:
#   .venv/.ready   is written last and says what was installed: no .venv without it is trusted
#   .venv.old      is the last good .venv; it exists only while its successor is being made
set -eu
unset CDPATH
cd "$(dirname "$0")/.."

die() {
    printf 'cruces: %s\n' "$@" >&2
    exit 1
}

# Exit 3: too old. Exit 4: cannot make a virtual environment. Else print the interpreter itself,
# not the link in an activated .venv that is about to be replaced. Old Pythons must parse this.
probe='
import sys
if sys.version_info < (3, 11):
    sys.exit(3)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(4)
print(getattr(sys, "_base_executable", None) or sys.executable)
'

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3.14 python3.13 python3.12 python3.11 python3
    fi
    bare=
    for name in "$@"; do
        # Asking beats looking: a name on the PATH may be a stub that starts nothing.
        status=0
        found=$("$name" -c "$probe" 2>/dev/null) || status=$?
        case $status in
            0) printf '%s\n' "$found" && return ;;
            4) bare=${bare:-$name} ;;
        esac
    done
    if [ -n "$bare" ]; then
        die "$bare cannot make virtual environments: its venv or ensurepip module is missing." \
            "Install it (Debian, Ubuntu: apt install python3-venv) and run the command again," \
            "or name another Python:  make run PYTHON=/path/to/python3"
    fi
    die "Python 3.11 or newer is needed, and none was found under: $*" \
        "Install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python)" \
        "and run the command again, or name yours:  make run PYTHON=/path/to/python3"
}

# What .venv depends on; fails if its Python is gone or too old. The folder is part of it because
# the commands inside .venv/bin name it.
fingerprint() {
    .venv/bin/python -c '
import sys
print(sys.base_prefix, *sys.version_info[:2])
sys.exit(sys.version_info < (3, 11))' || return 1
    pwd -P
    cksum pyproject.toml requirements.lock requirements-dev.lock
}

# ready KIND...: is .venv finished, up to date, and of one of these kinds?
ready() {
    [ -f .venv/.ready ] && now=$(fingerprint 2>/dev/null) || return 1
    if [ -n "${PYTHON:-}" ]; then
        asked=$("$PYTHON" -c 'import sys; print(sys.base_prefix, *sys.version_info[:2])' 2>/dev/null) ||
            return 1
        case $now in "$asked"*) ;; *) return 1 ;; esac
    fi
    for kind in "$@"; do
        [ "$(cat .venv/.ready)" != "$kind $now" ] || return 0
    done
    return 1
}

restore() {
    rm -rf .venv
    [ ! -d .venv.old ] || mv .venv.old .venv
    await_programs || :
}

# Nothing may be broken off that installs into the system.
await_programs() {
    [ -z "$programs" ] || wait "$programs"
}

pip_install() {
    # A personal pip set-up that installs elsewhere must not reach into .venv.
    PIP_USER=0 .venv/bin/python -m pip --disable-pip-version-check --no-input install \
        --quiet --no-compile "$@"
}

install() {
    "$python" -m venv .venv || die "$python could not make .venv: see its message above." \
        "Is there room on the disk, and may you write in $(pwd)?"
    pip_install --require-hashes -r "$1" || die \
        "the packages in $1 could not be installed: see pip's message above." \
        "If they could not be downloaded, connect to the network and run the command again;" \
        "pip's own settings (PIP_PROXY, PIP_INDEX_URL) lead it through a proxy or to a mirror." \
        "If a hash does not match, do not go around it: the file is not the one we tested."
    pip_install --no-deps --no-build-isolation --editable . || die \
        "cruces itself could not be installed: see pip's message above."
    # As pip would on one core, but on all, and without the packages' own tests. A few packages
    # have files for other versions of Python, which cannot be compiled: that does not matter.
    .venv/bin/python -m compileall -qq -j 0 -x '/tests?/' .venv/lib >/dev/null 2>&1 || :
}

case ${1:-} in
    run) lock=requirements.lock enough='run dev' ;;
    dev) lock=requirements-dev.lock enough='dev' ;;
    python) find_python && exit ;;
    *) die "usage: sh tools/setup.sh run|dev|python" ;;
esac
programs=
if [ "$1" = dev ]; then sh tools/system.sh & programs=$!; fi

if [ -d .venv.old ]; then # the last set-up did not come to its end
    [ -f .venv/.ready ] || restore
    rm -rf .venv.old
fi
# shellcheck disable=SC2086  # a list of words
if ready $enough; then
    await_programs
    exit
fi

python=$(find_python)
echo "cruces: setting up .venv from $lock with $python ..." >&2
trap restore EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if [ -f .venv/.ready ]; then mv .venv .venv.old; else rm -rf .venv; fi
install "$lock"
printf '%s %s\n' "$1" "$(fingerprint)" >.venv/.ready.new
mv .venv/.ready.new .venv/.ready
trap - EXIT
rm -rf .venv.old
await_programs
