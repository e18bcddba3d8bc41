#!/usr/bin/env bash
# setup.sh [DIR]: a stock Debian arm64 kernel, the modules that the tests need and a busybox, all from Debian 12's packages, into DIR (else
# boxstop/vm in the user's cache); and QEMU. As root. A second run does nothing, unless this script or module/i2c-hil.c has changed. Nothing of
# the kernel is committed.
#
# The host's package sources are used, also for arm64, with package lists of their own: the host's lists and its dpkg stay as they are.
# gpio-sim is not in Debian's configuration: it is built from Debian's own sources, as i2c-hil is from ours.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/boxstop/vm}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
mods="i2c-dev dummy_hcd libcomposite usb_f_acm cdc-acm"
key=$(cat "$here/setup.sh" "$here/module/i2c-hil.c" | sha256sum | cut -c1-16)

if ! command -v qemu-system-aarch64 >/dev/null || [[ $(cat "$dir/done" 2>/dev/null) != "$key" ]]; then
  command -v apt-get >/dev/null || { echo "lane B is set up with apt-get, from Debian 12; it is not here" >&2; exit 1; }
else
  exit 0
fi
host=$(dpkg --print-architecture)
cross= compiler=gcc-12
[[ $host = arm64 ]] || { cross=aarch64-linux-gnu-; compiler="gcc-12-aarch64-linux-gnu binutils-aarch64-linux-gnu"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p apt/lists/partial apt/cache/archives/partial
: >apt/status
cat >apt/apt.conf <<A
Dir::State "$work/apt"; Dir::State::status "$work/apt/status"; Dir::State::lists "$work/apt/lists"; Dir::Cache "$work/apt/cache";
APT::Architectures { "arm64"; "$host"; }; APT::Architecture "arm64"; APT::Sandbox::User "root";
A
ours() { APT_CONFIG="$work/apt/apt.conf" "$@"; }
ours apt-get update -qq
version=$(ours apt-cache show --no-all-versions linux-image-arm64:arm64 | sed -n 's/^Depends: linux-image-\(6\.1\.0-[0-9]*\)-arm64.*/\1/p')
[[ -n $version ]] || { echo "no arm64 kernel 6.1 in the package sources of this machine: Debian 12 is wanted" >&2; exit 1; }
echo "kernel $version-arm64"

apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-system-arm $compiler \
  "linux-headers-$version-common" linux-kbuild-6.1 make xz-utils kmod >install.log 2>&1 || { tail -5 install.log >&2; exit 1; }
ours apt-get download -qq linux-source-6.1:all "linux-image-$version-arm64:arm64" "linux-headers-$version-arm64:arm64" busybox-static:arm64
for p in linux-image linux-headers busybox-static linux-source; do dpkg-deb -x "$p"*.deb $p & done
wait

top=linux-source-6.1
mkdir module
tar xf linux-source/usr/src/$top.tar.xz --occurrence=1 $top/drivers/gpio/gpio-sim.c $top/drivers/gpio/gpiolib.h $top/kernel/irq/irq_sim.c
cp $top/drivers/gpio/gpio-sim.c $top/drivers/gpio/gpiolib.h $top/kernel/irq/irq_sim.c module/
cp "$here/module/i2c-hil.c" module/
# irq_to_desc is not for modules; generic_handle_irq does the same for this irq chip
sed -i 's/handle_simple_irq(irq_to_desc(\([a-z_]*\)));/generic_handle_irq(\1);/' module/irq_sim.c
grep -q 'generic_handle_irq(' module/irq_sim.c
printf 'obj-m += gpio-sim-oot.o i2c-hil.o\ngpio-sim-oot-y := gpio-sim.o irq_sim.o\n' >module/Kbuild
mkdir -p linux-headers/usr/lib
ln -sfn /usr/lib/linux-kbuild-6.1 linux-headers/usr/lib/linux-kbuild-6.1
make -s -C "linux-headers/usr/src/linux-headers-$version-arm64" ARCH=arm64 ${cross:+CROSS_COMPILE=$cross} M="$work/module" modules >make.log 2>&1 ||
  { cat make.log >&2; exit 1; }

rm -rf "$dir/modules" "$dir/done"
mkdir "$dir/modules"
depmod -b linux-image "$version-arm64"
n=10
for m in $mods; do modprobe -d "$work/linux-image" -S "$version-arm64" --show-depends "$m"; done |
  while read -r kind file _; do [[ $kind != insmod ]] || echo "$file"; done | awk '!seen[$0]++' |
  while read -r file; do
    n=$((n + 1)) name=$(basename "$file")
    case $name in
    *.xz) xz -dc "$file" >"$dir/modules/$n-${name%.xz}" ;;
    *) cp "$file" "$dir/modules/$n-$name" ;;
    esac
  done
for m in gpio-sim-oot i2c-hil; do "${cross}strip" --strip-debug "module/$m.ko" -o "$dir/modules/90-$m.ko"; done
cp "linux-image/boot/vmlinuz-$version-arm64" "$dir/vmlinuz"
find busybox-static -name busybox -type f -exec cp {} "$dir/busybox" \;
echo "$version" >"$dir/version"
echo "$key" >"$dir/done"
