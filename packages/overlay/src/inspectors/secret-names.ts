/** Names of fields, props, attributes and headers whose values are secret. */
export function isSecretKey(key: string): boolean {
  return secretName.test(key.toLowerCase().replace(/[^a-z\d]/g, ''));
}

/** Compared without separators. `author` and `maxTokens` are not secrets. */
const secretName =
  /passw(or)?d|passphrase|passcode|^pwd|secret(?!ary)|token$|tokenvalue$|^(proxy|x)?auth(orization|header|key)?$|apikey|(private|access|signing|encryption)key|cookies?$|session(id|key)?$|credentials?$|creditcard|card(number|num|no)$|^pan$|cv[vc]2?$|securitycode|^ssn$|^iban$|^pin(code)?$|otp(code)?$|onetimecode|jwt|bearer|ccnumber|cccsc/;
