#!/bin/sh
# sh deploy/rollback.sh
#
# Returns to the release before the last upgrade. If the upgrade changed the database, its state before the upgrade is
# restored, and the newer data is saved to a file whose name is printed. Everything is checked before the server is stopped; a
# failed rollback starts the current release again. After an interruption, run the same command again.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/installation.sh"

unfinished=$APP.rolling-back
present=$(cd "$APP" && pwd -P)
resumed=
if [ -f "$unfinished" ]; then
  resumed=yes
  { read -r present; read -r previous; } < "$unfinished"
else
  previous=$(cat "$present/.previous" 2>/dev/null) || fail "No upgrade has been made here."
fi

restore() { with_settings "$previous" node server/cli/restore.ts --before-upgrade "$@" 2>&1; }
# The restore refuses a database that the upgrade did not change; the rollback then leaves it unchanged.
is_unchanged() { case $said in *'is not newer than this program'*) ;; *) return 1 ;; esac; }

# run_again WHY: starts the release that ran when this command was called.
run_again() {
  point_to "$present"
  $START
  rm -f "$unfinished"
  is_ready || fail "$1
$present was started again and is not ready."
  fail "$1
$present is running again."
}

# The server may have been stopped by the interrupted command.
if [ -n "$resumed" ]; then refuse() { run_again "$1"; }; fi
check_installation
[ -f "$previous/out/main/server.js" ] || refuse "$previous is missing."
said=$(restore --dry-run) || {
  # Exit code 2: the release does not support --dry-run.
  [ $? = 2 ] || is_unchanged || refuse "$said"
}

printf '%s\n%s\n' "$present" "$previous" > "$unfinished.new"
mv -f "$unfinished.new" "$unfinished"
trap '$START; exit 130' HUP INT TERM
$STOP

said=$(restore) || is_unchanged || run_again "$said"
if is_unchanged; then said='The upgrade did not change the database, which stays as it is.'; fi
echo "$said"
point_to "$previous"
$START
if ! is_ready; then
  [ "${1:-}" != --after-failed-upgrade ] || fail "$previous was not ready in $PATIENCE seconds."
  $STOP
  # Restores the newer data as well.
  kept=$(echo "$said" | sed -n 's/.* is kept in \(.*\.sqlite\)$/\1/p')
  if [ -n "$kept" ]; then with_settings "$present" node server/cli/restore.ts "$kept" || true; fi
  run_again "$previous was not ready in $PATIENCE seconds."
fi
rm -f "$unfinished" "$APP.upgrading"
echo "$previous is running."
