import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileLabels } from "#e2e/support/hostile-input.ts";
import { secretAskedForIn } from "./secret-asked-for.ts";

const asks = (text: string) => secretAskedForIn(text, { label: true });

/** Messages above a form with a field to type into, which want a secret typed there. */
const asking: { [language: string]: string[] } = {
  english: [
    "Please enter your password to continue.",
    "What is your password?",
    "To go on, type the password of the database in the field below.",
    "Provide the API key for GitHub",
    "Paste your access token here.",
    "We need your PIN to confirm the payment.",
    "Enter the PIN",
    "Signing in to example.com.\nPassword:",
    "Password",
    "Your password, please.",
    "Sign in with user name and password",
    "Enter the 6-digit code we sent you",
    "What is the one-time code from your phone?",
    "Type the code from your authenticator.",
    "Your card number and its CVV, please.",
    "Enter your SSN",
    "Enter your pw",
    "I need the root password for the server.",
    "The deployment needs the database password. Put it in the field below.",
    "Your password has expired. Enter the old and the new one.",
    "You forgot your password? Type the last one you remember.",
    "Not to worry: enter your password and all is well.",
    "Your password is not stored. Enter your password below.",
    "Don't forget to enter your password",
    "Never share your password with others. For this step, type your password here.",
    "Write down the 12 words of your wallet.",
    "Fill in the secret key of the Stripe account",
    "Confirm with your passphrase",
    "Give us the private key so that we can sign for you",
    "Enter p@ssw0rd of the user",
    "Type your p a s s w o r d here",
    "Enter your pаsswоrd",
    "Enter your pass\u200bword",
  ],
  german: [
    "Bitte geben Sie Ihr Passwort ein.",
    "Wie lautet dein Kennwort?",
    "Für die Überweisung brauchen wir Ihre PIN Nummer.",
    "Passwort:",
    "Tragen Sie hier den API-Schlüssel ein",
  ],
  french: ["Veuillez saisir votre mot de passe.", "Quel est votre code secret ?", "Entrez la clé API ci-dessous"],
  spanish: [
    "Introduzca su contraseña.",
    "Introduzca su clave",
    "¿Cuál es tu contraseña?",
    "Escriba aquí el código de verificación",
  ],
  italian: ["Inserisci la tua password", "Digita qui il codice di verifica"],
  portuguese: ["Digite sua senha", "Informe o número do cartão"],
  dutch: ["Voer uw wachtwoord in", "Wat is je pincode?"],
  polish: ["Podaj hasło", "Podaj swój PIN", "Wpisz kod SMS"],
  turkish: ["Lütfen şifrenizi girin", "Parolanız nedir?"],
  russian: ["Введите пароль", "Пожалуйста, укажите код из СМС"],
  ukrainian: ["Введіть ваш пароль", "Будь ласка, вкажіть код із СМС", "Який ваш ключ API?"],
  arabic: ["أدخل الرقم السري", "أدخل رمز التحقق", "أدخل مفتاح API"],
  hindi: ["अपना पिन दर्ज करें", "कृपया सत्यापन कोड दर्ज करें", "अपनी API कुंजी दर्ज करें"],
  chinese: ["请输入您的密码", "請輸入驗證碼", "请输入口令"],
  japanese: ["パスワードを入力してください", "暗証番号は何ですか"],
  korean: ["비밀번호를 입력하세요", "암호를 입력하세요", "인증번호를 알려주세요"],
  elsewhere: ["กรุณาใส่รหัสผ่าน", "Nhập mật khẩu", "أدخل كلمة المرور", "Ange ditt lösenord"],
  north: ["Oppgi passordet ditt", "Sláðu inn lykilorðið", "Sisesta oma parool", "Įveskite slaptažodį"],
  south: [
    "Въведете паролата си",
    "Unesite lozinku",
    "Vnesite geslo",
    "Εισάγετε τον κωδικό πρόσβασής σας",
    "Adja meg a jelszavát",
  ],
  further: [
    "رمز عبور خود را وارد کنید",
    "আপনার পাসওয়ার্ড লিখুন",
    "გთხოვთ შეიყვანოთ პაროლი",
    "Ingiza nenosiri lako",
    "Tik jou wagwoord in",
  ],
};

/** Messages that speak of a secret, or sound like it, and want something else typed. */
const harmless: { [language: string]: string[] } = {
  english: [
    "Which table would you like?",
    "Your password is not needed.",
    "Your password is not needed; enter your e-mail address.",
    "We will never ask for your password.",
    "Never enter your password here. Which branch should be deployed?",
    "Do not type a password. Just say who you are.",
    "Sign in without a password: what is your e-mail address?",
    "No password needed. Please give your name.",
    "Enter your user name, not your password.",
    "Forgot password page: what should its title be?",
    "What should the heading of the 'Forgot password' page say?",
    "You forgot your password. Which e-mail address should the link go to?",
    "Describe the bug in the password field.",
    "Whose password should be reset? Enter the user name.",
    "Enter the e-mail address of the user whose password was changed.",
    "The API key expires tomorrow. On which day should it be rotated?",
    "What shall the new API key be called? Enter a name.",
    "Name for the new access token?",
    "How many tokens may the answer use? Please enter a number.",
    "Enter the minimum password length.",
    "Which password manager do you use?",
    "Please choose a public key algorithm.",
    "The credentials are valid. Where should the report go?",
    "The token limit is reached. Enter another one.",
    "Please enter your secretary's name.",
    "Who may have access to Kenya's data? Enter a name.",
    "Please enter the postal code and the country code.",
    "Type the name of the file to delete.",
    "Enter the reason for the password reset.",
    "Pin this message? Say why.",
    "The tan coat or the blue one? Enter one.",
    "Please enter the pan size.",
  ],
  german: [
    "Ihr Passwort wird nicht benötigt. Wie heißen Sie?",
    "Sie haben Ihr Passwort vergessen? An welche Adresse soll der Link gehen?",
    "Wir fragen nie nach Ihrem Passwort. Bitte geben Sie Ihren Namen ein.",
  ],
  french: [
    "Votre mot de passe n'est pas requis. Entrez votre nom.",
    "Mot de passe oublié : quelle est votre adresse ?",
  ],
  spanish: ["No necesita contraseña. Escriba su nombre.", "¿Olvidó su contraseña? Escriba su correo."],
  italian: ["Non serve la password. Inserisci il nome."],
  portuguese: ["Não precisa de senha. Digite o seu nome."],
  dutch: ["Geen wachtwoord nodig. Wat is uw naam?", "Is de winkel gesloten? Geef de datum."],
  polish: ["Bez hasła. Podaj imię."],
  russian: ["Пароль не нужен. Введите имя."],
  chinese: ["不需要密码，请输入姓名"],
  japanese: ["パスワードは不要です。名前を入力してください"],
  korean: [
    "비밀번호는 필요하지 않습니다. 이름을 입력하세요",
    "암호화 방식을 고르세요",
    "암호는 필요하지 않습니다. 이름을 입력하세요",
  ],
};

const listed = (table: typeof asking) =>
  Object.entries(table).flatMap(([language, texts]) => texts.map((text) => [language, text] as const));

test.each(listed(asking))("E8: in %s, the message %j asks for a secret", (_language, text) => {
  expect(asks(text)).toBe(true);
});

test.each(listed(harmless))("E8: in %s, the message %j does not", (_language, text) => {
  expect(asks(text)).toBe(false);
});

test("E8: a name alone asks as a message, but not as the label of a choice", () => {
  for (const text of ["Password", "PIN", "Token:"]) {
    expect(secretAskedForIn(text, { label: true })).toBe(true);
    expect(secretAskedForIn(text, { label: false })).toBe(false);
  }
});

test("E6: any text is read and none throws, a hostile one of full length neither", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", size: "large" }), (text) => {
      expect(typeof asks(text)).toBe("boolean");
    }),
    { numRuns: 300 },
  );
  for (const text of hostileLabels.map((label) => label.repeat(5).slice(0, 16_000)))
    expect(typeof asks(text)).toBe("boolean");
});
