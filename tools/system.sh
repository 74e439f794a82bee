#!/bin/sh
# The programs that tests need and that do not come from PyPI. Those that are missing are installed
# where that is possible without asking; else the command that installs them is printed.
#
#   sh tools/system.sh
#
# With everything there it takes a moment and needs no network.
set -eu

# A line each: a program (or several, one of which is enough), the Debian package that has it, the
# same for Homebrew.
needed='
postgres        postgresql      postgresql
initdb          postgresql      postgresql
redis-server    redis-server    redis
node            nodejs          node
chromium-headless-shell|chromium chromium-headless-shell chromium
tsc             node-typescript typescript
'

die() {
    printf 'cruces: %s\n' "$@" >&2
    exit 1
}

have() {
    for name in $(printf '%s' "$1" | tr '|' ' '); do
        if command -v "$name" >/dev/null 2>&1; then return; fi
        for file in /usr/lib/postgresql/*/bin/"$name"; do # where Debian keeps several versions
            if [ -x "$file" ]; then return; fi
        done
    done
    return 1
}

# missing COLUMN: the packages of what is missing, each once.
missing() {
    printf '%s' "$needed" | while read -r program debian homebrew; do
        if [ -z "$program" ] || have "$program"; then continue; fi
        if [ "$1" = homebrew ]; then echo "$homebrew"; else echo "$debian"; fi
    done | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# Runs a command while no service may be started: tests start their own and stop them again.
without_services() {
    policy=/usr/sbin/policy-rc.d
    if [ -e "$policy" ]; then
        "$@"
        return
    fi
    trap 'rm -f "$policy"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    "$@"
}

# shellcheck disable=SC2086  # $packages is a list of words
apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -qq -y --no-install-recommends $packages
}

packages=$(missing debian)
if [ -z "$packages" ]; then exit; fi
again='and run the command again: tests run against the real programs and skip nothing.'

if ! command -v apt-get >/dev/null 2>&1; then
    die "tests need programs that are not here. Install them with your system's package manager" \
        "(macOS: brew install $(missing homebrew); Debian's names: $packages)" "$again"
elif [ "$(id -u)" -ne 0 ]; then
    die "tests need programs that are not here. Install them" \
        "    sudo apt-get install --no-install-recommends $packages" "$again"
fi

echo "cruces: installing $packages, which tests need ..." >&2
without_services apt_install >&2 || die \
    "$packages could not be installed: see the message above. Tests need them." \
    "With a network, install them" \
    "    apt-get update && apt-get install --no-install-recommends $packages" "$again"
packages=$(missing debian)
[ -z "$packages" ] || die "$packages is installed, but its programs are not to be found."
