import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileLabels } from "#e2e/support/hostile-input.ts";
import { secretAskedFor } from "./secret-asked-for.ts";

/** Labels, names and descriptions that ask for a secret. */
const asking: { [language: string]: string } = {
  english: `
    Password|password|userPassword|db_password|PASSWORD|Your password|Current password|passphrase|passcode|
    pwd|API key|apiKey|api_key|APIKey|OPENAI_API_KEY|Secret key|private key|SSH key|AWS access key|token|
    Token|Access token|GitHub personal access token|bearer token|Paste your token here|refresh_token|
    client_secret|Client secret|Secret|credentials|OTP|One-time code|one time password|2FA code|
    Verification code|Security code|SMS code|Enter the 6-digit code|The code we sent to your phone|Card number|
    Credit card number|cardNumber|CVV|cvc|CVV2 code|PIN|Your PIN|PIN code|pin number|
    Enter your 4 digit PIN|Seed phrase|recovery phrase|session cookie|Authenticator code|DB_PASS|Mastercard number|
    GitHub token|Token (required)|Token for the API|token_value|hf_token|Login PIN|Confirm PIN|Discord token|Deploy token`,
  disguised: `
    p@ssw0rd|pass\u200bword|p-a-s-s-w-o-r-d|Pаsswоrd|ｐａｓｓｗｏｒｄ|pa\u00adssword|𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝|t0ken|4PI key`,
  german: `
    Passwort|Ihr Kennwort|Datenbankpasswort|API-Schlüssel|Zugriffstoken|Geheimzahl|Kreditkartennummer|
    Kartenprüfnummer|Bestätigungscode|Privater Schlüssel|TAN`,
  french: `
    Mot de passe|Code secret|Clé API|Clé privée|Jeton d'accès|Numéro de carte|Code de vérification|
    Cryptogramme visuel|Code à usage unique`,
  spanish: `
    Contraseña|Clave secreta|Clave de API|Token de acceso|Número de tarjeta|Código de verificación|
    Código de seguridad|Frase semilla`,
  italian: `
    Parola d'ordine|Chiave API|Codice di verifica|Numero di carta|Codice PIN|Token di accesso`,
  portuguese: `
    Senha|Sua senha|Palavra-passe|Chave secreta|Número do cartão|Código de verificação`,
  dutch: `
    Wachtwoord|Pincode|API-sleutel|Kaartnummer|Verificatiecode`,
  polish: `
    Hasło|Klucz API|Numer karty|Kod weryfikacyjny|Kod SMS`,
  turkish: `
    Şifre|Şifreniz|Parola|API anahtarı|Kart numarası|Doğrulama kodu`,
  russian: `
    Пароль|Введите пароль|Токен доступа|API-ключ|Секретный ключ|Код подтверждения|Код из СМС|Номер карты|
    Пин-код`,
  elsewhere: `
    lösenord|adgangskode|heslo|jelszó|salasana|mật khẩu|รหัสผ่าน|kata sandi|סיסמה|κωδικός πρόσβασης|كلمة المرور|पासवर्ड`,
  chinese: `
    密码|请输入密码|密碼|验证码|访问令牌|API密钥|私钥|银行卡号|信用卡号`,
  japanese: `
    パスワード|暗証番号|認証コード|アクセストークン|APIキー|カード番号|秘密鍵`,
  korean: `
    비밀번호|인증번호|액세스 토큰|API 키|카드 번호|보안 코드`,
};

const phrases = Object.entries(asking).flatMap(([language, texts]) =>
  listed(texts).map((text) => [language, text] as const),
);

test.each(phrases)("E8: in %s, %j asks for a secret", (_language, text) => {
  expect(secretAskedFor(text)).toBe(true);
});

/** Labels that must not be refused, near misses among them. */
const normal = listed(`
  Name|Full name|First name|E-mail|email|Phone number|Street|City|Country|Country code|ZIP code|
  Postal code|Area code|Date of birth|Arrival date|Number of guests|Party size|Time|Time zone|Language|
  Currency|Amount|Amount in EUR|Reason|Comment|Note|Message|Subject|Title|Description|File name|Path|
  Folder|Branch|Commit message|Repository|Pull request title|Issue number|Issue key|Project key|Sort key|
  Primary key|Partition key|Public key|Keyword|Keywords|Search query|Tags|Colour|Size|Quantity|Price|
  Discount code|Promo code|Coupon code|Error code|Status code|Product code|Max tokens|max_tokens|Token limit|
  Token count|Number of tokens|Output tokens|Password length|Minimum password length|Password policy|Card title|
  Card colour|Business card|Number of cards|Compass heading|Passenger name|Passenger count|Pinned message|
  Pinterest board|Spinner style|Shipping address|Secretary|Secret Santa budget|Access level|Security group|
  Monkey count|Hockey team|Turkey recipe|Order number|Invoice number|Account name|User name|Display name|
  Company|Website|URL of the page|Booking code|Flight number|Seat|Allergies|Number of nights|Temperature|
  Model|Version|Keyboard layout|Geburtsdatum|Postleitzahl|Straße|Stückzahl|Nom complet|Adresse|Code postal|
  Palabra|Nombre|Código postal|Nome|CAP|Опис|Имя|Почтовый индекс|Адрес|姓名|地址|数量|名前|住所|郵便番号|이름|주소|
  Cognome|Achternaam|Nazwisko|Soyadı|Which table would you like?|How many people will come?|
  Confirm running 'rm notes.md'?|What shall the file be called?|Tokyo|Stockholm|Where should the package go?|
  Keep the pin board tidy|Map pin|map_pins|Pin colour|GPIO pin|Pin number (GPIO)|Number of pins|Tokens|
  Tokens used|Access token lifetime|Token type|Page token|Stop tokens|Token price|Opening hours|Capital letters|Tan colour|Otter|Pan size|Pineapple|Key|Value|API key name|Name for the new API key|Token description|Code|Code snippet|Parola chiave|This was enhanced by|It has local rules|Discount level`);

test.each(normal)("E8: %j is a normal question", (text) => {
  expect(secretAskedFor(text)).toBe(false);
});

test("E8: the lists are long enough to mean something", () => {
  expect(phrases.length).toBeGreaterThanOrEqual(100);
  expect(Object.keys(asking).length).toBeGreaterThanOrEqual(10);
  expect(normal.length).toBeGreaterThanOrEqual(100);
});

test("E6: any text is read and none throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", size: "large" }), (text) => {
      expect(typeof secretAskedFor(text)).toBe("boolean");
    }),
    { numRuns: 300 },
  );
  for (const text of hostileLabels) expect(typeof secretAskedFor(text)).toBe("boolean");
});

/** Phrases stand between bars, to fit on a page. */
function listed(texts: string): string[] {
  return texts
    .split(/[|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}
