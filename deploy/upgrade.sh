#!/bin/sh
# sh deploy/upgrade.sh cradlesong-0.2.0.tar.gz
#
# Unpacks a release beside the current one, points the link /opt/cradlesong to it and restarts. If it is not ready within
# PATIENCE seconds, or does not stay ready for WATCH seconds, rollback.sh undoes the upgrade. After an interruption, run the
# same command again.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/installation.sh"

tarball=${1:?Missing argument: sh deploy/upgrade.sh cradlesong-….tar.gz}
name=$(basename "$tarball" .tar.gz)
next=$(dirname "$APP")/$name
present=$(cd "$APP" && pwd -P)
unfinished=$APP.upgrading

if [ "$next" = "$present" ]; then
  [ "$(cat "$unfinished" 2>/dev/null)" = "$name" ] || fail "$name is already running."
else
  [ "$next" != "$APP" ] || fail "$tarball has no version in its name."
  check_installation
  if [ -f "$tarball.sha256" ]; then (cd "$(dirname "$tarball")" && sha256sum --check --quiet "$name.tar.gz.sha256"); fi
  rm -rf "$next"
  tar -xzf "$tarball" -C "$(dirname "$APP")"
  (cd "$next" && $INSTALL)
  with_settings "$next" node out/main/server.js --check-config > "$next/.settings" 2>&1 || {
    cat "$next/.settings" >&2
    refuse "$name would not start with these settings."
  }
  rm -f "$next/.settings" "$APP.rolling-back"
  echo "$present" > "$next/.previous"
  echo "$name" > "$unfinished"
  point_to "$next"
fi

$RESTART
why="was not ready in $PATIENCE seconds"
if is_ready; then
  why="did not stay ready for $WATCH seconds"
  if stays_ready; then
    rm -f "$unfinished"
    echo "$name is running. To undo the upgrade: sh $APP/deploy/rollback.sh"
    exit
  fi
fi
echo "$name $why; going back." >&2
rm -f "$unfinished"
sh "$here/rollback.sh" --after-failed-upgrade >&2
exit 1
