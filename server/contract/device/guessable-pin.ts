const DATE_ORDERS = [
  /^(?<day>\d\d)(?<month>\d\d)(?:19|20)?\d\d$/,
  /^(?<month>\d\d)(?<day>\d\d)(?:19|20)?\d\d$/,
  /^(?:19|20)?\d\d(?<month>\d\d)(?<day>\d\d)$/,
];

/** Whether a PIN is easy to guess: repeated or sequential digits, a year, a date. */
export function isGuessablePin(pin: string): boolean {
  return isRepeated(pin) || isCounting(pin) || /(?:19[3-9]|20[0-4])\d/.test(pin) || isDate(pin);
}

/** 111111, 121212, 123123, 19841984. */
const isRepeated = (pin: string) => /^(\d{1,4})\1+$/.test(pin);

/** 123456, 654321, 890123. */
function isCounting(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (10 + +digit - Number(pin[index])) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

function isDate(pin: string): boolean {
  return DATE_ORDERS.some((order) => {
    const { day, month } = order.exec(pin)?.groups ?? {};
    return isBetween(day, 31) && isBetween(month, 12);
  });
}

const isBetween = (digits: string | undefined, most: number) =>
  Number(digits) >= 1 && Number(digits) <= most;
