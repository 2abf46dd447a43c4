# Paths and commands of the installation, for upgrade.sh and rollback.sh. Environment variables override them.
APP=${APP:-/opt/cradlesong}
SETTINGS=${SETTINGS:-/etc/cradlesong.env}
READY=${READY:-http://127.0.0.1:4310/readyz?strict}
# In seconds: the time limit to become ready, and how long the server must then stay ready.
PATIENCE=${PATIENCE:-300}
WATCH=${WATCH:-30}
INSTALL=${INSTALL:-npm ci --omit=dev}
STOP=${STOP:-systemctl stop cradlesong.service}
START=${START:-systemctl start cradlesong.service}
# The socket stays open during a restart, so requests wait.
RESTART=${RESTART:-systemctl restart cradlesong.service}
# How often systemd has restarted the server because it exited.
RESTARTS=${RESTARTS:-systemctl show --property=NRestarts --value cradlesong.service}
export DATA_DIR="${DATA_DIR:-/var/lib/cradlesong}"

tools=$(cd "$(dirname "$0")/.." && pwd -P)

fail() {
  echo "$1" >&2
  exit 1
}

# with_settings RELEASE COMMAND…: runs a command in the folder of a release, with the settings that systemd would pass.
with_settings() (
  release=$1
  shift
  cd "$release"
  PATH=$release/node_modules/.bin:$PATH
  exec node "$tools/server/cli/with-settings.ts" "$SETTINGS" "$@"
)

# For errors before anything is changed.
refuse() { fail "$1
Nothing was changed."; }

check_installation() {
  said=$(with_settings "$tools" 2>&1) || refuse "$said"
  [ -w "$(dirname "$APP")" ] || refuse "$(dirname "$APP") cannot be written."
}

# Replaces the link atomically.
point_to() {
  ln -sfn "$1" "$APP.new"
  mv -fT "$APP.new" "$APP"
}

answers() {
  [ "$(curl --silent --max-time 3 --output /dev/null --write-out '%{http_code}' "$READY")" = 200 ]
}

is_ready() {
  tries=0
  until answers; do
    tries=$((tries + 1))
    [ "$tries" -lt "$PATIENCE" ] || return 1
    sleep 1
  done
}

# systemd restarts a release that exits soon after its start, so the answers alone are not enough.
stays_ready() {
  before=$($RESTARTS)
  watched=0
  while [ "$watched" -lt "$WATCH" ]; do
    sleep 1
    watched=$((watched + 1))
    answers || answers || return 1
  done
  [ "$($RESTARTS)" = "$before" ]
}
