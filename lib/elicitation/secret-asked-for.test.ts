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
  "spanish, too": `
    Clave de usuario|Clave del wifi|Clave bancaria|NIP|Su NIP|Código PIN|Número de la tarjeta de débito|Código que le enviamos|
    Palabra clave secreta|Código de un solo uso|Secreto del cliente|Llave privada|Llave de API|Fecha de caducidad de la tarjeta`,
  "french, too": `
    Code d'authentification|Code de carte|Code à 6 chiffres|Code reçu par e-mail|Secret du client|Clé d'accès|Clé de chiffrement|
    Phrase de passe|Code de la carte bancaire|Mdp|Votre mdp`,
  "italian, too": `
    Codice a 6 cifre|Codice ricevuto via SMS|Chiave di cifratura|Credenziali di accesso|PIN della carta|
    Codice della carta|Codice usa e getta|Frase segreta|Segreto del client`,
  "portuguese, too": `
    Código PIN|Código enviado por SMS|Código de 6 dígitos|Palavra secreta|Frase secreta|Frase semente|Código do cartão|Chave de acesso|
    Chave da API|Segredo do cliente|Contrassenha`,
  "dutch, too": `
    Geheime code|Herstelcode|Inlogcode|Eenmalige code|Toegangssleutel|API-token|Wachtzin|Code uit de app|Beveiligingscode|Codewoord`,
  "polish, too": `
    Kod z SMS-a|Kod PIN|Fraza odzyskiwania|Klucz prywatny|Klucz dostępu|Kod autoryzacyjny|Kod potwierdzający|Tajny klucz|
    Kod uwierzytelniający|Hasło jednorazowe|Sekret klienta`,
  "russian, too": `
    Пинкод|Код из письма|Кодовая фраза|Ключ шифрования|Код безопасности|Ключ от API|Данные карты|Одноразовый код|Секретная фраза|
    Код двухфакторной аутентификации|Срок действия карты|Ключевая фраза кошелька`,
  ukrainian: `
    Пароль|Ваш пароль|Кодове слово|Секретний ключ|Ключ API|Ключ доступу|Токен доступу|Код підтвердження|Код із СМС|Номер картки|
    ПІН-код|Код безпеки|Одноразовий код|Облікові дані|Приватний ключ|Секретна фраза|Токен`,
  "turkish, too": `
    Gizli anahtar|Erişim anahtarı|Özel anahtar|Şifre cümlesi|Tek kullanımlık şifre|PIN kodu|Kurtarma kodu|
    Kredi kartı numarası|Güvenlik kodu|SMS ile gelen kod`,
  "chinese, too": `
    动态码|校验码|验证碼|支付密码|身份验证码|恢复码|恢復碼|访问密钥|接口密钥|信用卡卡号|银行卡密码|助记词|短信码|授权码|安全码|登录凭证|個人識別碼`,
  "japanese, too": `
    アクセスキー|シークレットキー|ワンタイムパスワード|ピンコード|リカバリーコード|復元フレーズ|クレジットカード番号|認証情報|合い言葉|暗証コード|
    二段階認証コード|APIシークレット`,
  "korean, too": `
    비번|핀 번호|핀번호|복구 코드|복구 문구|시드 문구|보안코드|개인키|비밀키|API키|접근 토큰|신용카드 번호|일회용 코드|OTP 번호|인증 정보|자격 증명`,
  arabic: `
    كلمة السر|كلمة مرور|الرقم السري|رقم سري|رمز التحقق|رمز التأكيد|رمز PIN|مفتاح API|المفتاح السري|المفتاح الخاص|رقم البطاقة|
    رمز الوصول|رمز الأمان|عبارة الاسترداد|بيانات الاعتماد|رمز لمرة واحدة|رقم بطاقة الائتمان`,
  hindi: `
    पासवर्ड|पासकोड|पिन|आपका पिन|ओटीपी|गुप्त कुंजी|निजी कुंजी|एपीआई कुंजी|API कुंजी|एक्सेस टोकन|सत्यापन कोड|सुरक्षा कोड|
    कार्ड नंबर|कार्ड संख्या|कूट शब्द|रिकवरी वाक्यांश|सीवीवी`,
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

/** The same in those languages, near misses among them: parts of the words of secrets, postal codes, keys of a piano. */
const plain = listed(`
  Código postal|Código de descuento|Código de barras|Código fuente|Nombre de la clave|Palabras clave|Clave de sol|Tarjeta de visita|
  Número de pedido|Número de teléfono|Llave del coche|Contraste|Secretaria|Fecha de nacimiento|Clave de producto|
  Code postal|Code promo|Code couleur|Mots clés|Mot-clé|Numéro de commande|Carte de visite|Numéro de téléphone|Clé primaire|
  Clé de sol|Prénom|Jeton de présence|Secrétaire|Nombre de chiffres|
  Codice postale|Codice sconto|Codice fiscale|Chiave primaria|Parole chiave|Numero d'ordine|Numero di telefono|Carta d'imbarco|
  Segretario|Chiave di violino|Codice a barre|
  Código de barras|Código promocional|Palavras-chave|Chave primária|Número do pedido|Cartão de visita|Cor do cartão|Segredinho|
  Número de telefone|Código do produto|
  Postcode|Kortingscode|Streepjescode|Sleutelwoorden|Primaire sleutel|Bestelnummer|Telefoonnummer|Sleutelbloem|Codetaal|Wachttijd|
  Kod pocztowy|Kod rabatowy|Kod kreskowy|Klucz główny|Słowa kluczowe|Numer zamówienia|Numer telefonu|Sekretarz|Kod kraju|Klucz wiolinowy|
  Почтовый индекс|Промокод|Штрихкод|Ключевые слова|Первичный ключ|Номер заказа|Номер телефона|Секретарь|Код страны|Ключевая тема|
  Гаечный ключ|Исходный код|Код товара|Карта города|Срок действия договора|
  Поштовий індекс|Промокод|Штрихкод|Ключові слова|Первинний ключ|Номер замовлення|Номер телефону|Секретар|Код країни|Ім'я|Карта міста|
  Posta kodu|İndirim kodu|Barkod|Anahtar kelimeler|Birincil anahtar|Sipariş numarası|Telefon numarası|Ülke kodu|Sekreter|Kart rengi|
  邮政编码|优惠码|条形码|关键词|关键字|主键|订单号|电话号码|二维码|代码|源代码|秘书|国家代码|安全级别|安全码头|恢复时间|号码|动态|
  クーポンコード|バーコード|キーワード|主キー|注文番号|電話番号|ソースコード|秘書|国コード|カードの色|キーボード|アクセス方法|会員番号|
  우편번호|할인 코드|바코드|키워드|기본 키|주문 번호|전화번호|소스 코드|비서|국가 코드|카드 색상|키보드|접근 방법|복구 시간|비번호|
  الاسم|العنوان|الرمز البريدي|رمز الخصم|رقم الطلب|رقم الهاتف|الكلمات المفتاحية|المفتاح الأساسي|رمز الدولة|كلمة الترحيب|كلمة سريعة|رقم سريع|عنوان الرسالة|
  नाम|पता|पिन कोड|डाक पिन कोड|छूट कोड|ऑर्डर नंबर|फ़ोन नंबर|मुख्य शब्द|देश कोड|प्राथमिक कुंजी|कार्ड का रंग|पिनकोड`);

test.each(plain)("E8: %j is a normal question in its language", (text) => {
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
