/** An age identity of 32 equal bytes, which no real installation uses. */
export const BACKUP_KEY_OF_TESTS =
  'AGE-SECRET-KEY-1QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSKMP32K';
