#!/bin/sh
# sh deploy/rollback.sh
#
# Back to the release before the last upgrade, with the data as they were before it where it had changed the database.
# What was written since is kept, and named.
set -eu
. "$(cd "$(dirname "$0")" && pwd)/installation.sh"

previous=$(cat "$APP/.previous" 2>/dev/null) || { echo "No upgrade has been made here." >&2; exit 1; }
$STOP
ln -sfn "$previous" "$APP"
read_settings
PATH=$previous/node_modules/.bin:$PATH
said=$(cd "$previous" && node server/cli/restore.ts --before-upgrade 2>&1) || case $said in
  *'is not newer than this program'*) said='The database was not changed by the upgrade, and stays as it is.' ;;
  *) echo "$said" >&2; exit 1 ;;
esac
echo "$said"
$START
is_ready || { echo "$previous was not ready in $PATIENCE seconds." >&2; exit 1; }
echo "$previous is running."
