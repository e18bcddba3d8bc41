#!/bin/sh
# Installs what the hil tests of the firmware need, on Debian: an AVR compiler, the simulator's library, a host compiler. As root.
set -e
missing=
for need in avr-gcc:gcc-avr avr-size:binutils-avr gcc:gcc make:make /usr/lib/avr/include/avr/io.h:avr-libc \
	/usr/include/simavr/sim_avr.h:libsimavr-dev /usr/include/libelf.h:libelf-dev /usr/include/stdio.h:libc6-dev; do
	what=${need%%:*}
	command -v "$what" >/dev/null || [ -e "$what" ] || missing="$missing ${need##*:}"
done
[ -z "$missing" ] && exit 0
command -v apt-get >/dev/null || { echo "not here:$missing; neither is apt-get to install them" >&2; exit 1; }
apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing
