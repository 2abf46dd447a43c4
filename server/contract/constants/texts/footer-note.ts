export const FOOTER_NOTE = 'Not medical care. Always follow the advice of your midwife or doctor.';
