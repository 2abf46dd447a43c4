# Where the installation is and how it is restarted, for upgrade.sh and rollback.sh. The environment overrides each.
APP=${APP:-/opt/cradlesong}
SETTINGS=${SETTINGS:-/etc/cradlesong.env}
READY=${READY:-http://127.0.0.1:4310/readyz?strict}
# Seconds: until it must be ready, and for how long it must then stay ready.
PATIENCE=${PATIENCE:-300}
WATCH=${WATCH:-30}
INSTALL=${INSTALL:-npm ci --omit=dev}
STOP=${STOP:-systemctl stop cradlesong.service}
START=${START:-systemctl start cradlesong.service}
# The socket stays open during a restart: requests wait in it.
RESTART=${RESTART:-systemctl restart cradlesong.service}
# How often it was started again because it ended.
RESTARTS=${RESTARTS:-systemctl show --property=NRestarts --value cradlesong.service}
export DATA_DIR="${DATA_DIR:-/var/lib/cradlesong}"

tools=$(cd "$(dirname "$0")/.." && pwd -P)

fail() {
  echo "$1" >&2
  exit 1
}

# with_settings RELEASE COMMAND…: in the folder of a release, with the settings that systemd would give it.
with_settings() (
  release=$1
  shift
  cd "$release"
  PATH=$release/node_modules/.bin:$PATH
  exec node "$tools/server/cli/with-settings.ts" "$SETTINGS" "$@"
)

# Before anything is changed.
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

# A release that ends soon after its start is started again by systemd, so answers alone prove nothing.
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
