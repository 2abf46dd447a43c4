#!/bin/sh
# sh deploy/upgrade.sh cradlesong-0.2.0.tar.gz
#
# Puts a packed release beside the present one, lets /opt/cradlesong lead to it and restarts. When it is not ready in
# PATIENCE seconds, everything goes back by itself as deploy/rollback.sh does.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/installation.sh"

tarball=${1:?Which release? sh deploy/upgrade.sh cradlesong-….tar.gz}
name=$(basename "$tarball" .tar.gz)
next=$(dirname "$APP")/$name
previous=$(cd "$APP" && pwd -P)
[ "$next" != "$previous" ] || { echo "$name is the one that runs." >&2; exit 1; }
if [ -f "$tarball.sha256" ]; then (cd "$(dirname "$tarball")" && sha256sum --check --quiet "$name.tar.gz.sha256"); fi

rm -rf "$next"
tar -xzf "$tarball" -C "$(dirname "$APP")"
(cd "$next" && $INSTALL)
echo "$previous" > "$next/.previous"
ln -sfn "$next" "$APP"
$RESTART
if is_ready; then
  echo "$name is running. Back to the one before: sh $APP/deploy/rollback.sh"
  exit
fi
echo "$name was not ready in $PATIENCE seconds; going back." >&2
sh "$here/rollback.sh" >&2
exit 1
