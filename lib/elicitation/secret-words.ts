/**
 * The words of secret-asked-for.ts, as pieces of regular expressions over plain words: lower case, no accents on Latin
 * letters, single spaces. A word that many harmless labels contain stands under labels or in a phrase, never alone.
 */

/** Secret only when it is the whole label: "Token", but not "Token limit". */
export const secretLabels = [
  "tokens?|secrets?|pin|pins|tan|jwt|bearer|otp|cvv|cvc|passwd|parola|code secret|clave|chiave segreta|chave|geheimnis|lozinka",
  "geheimzahl|jeton|ficha de acceso|codice segreto|belirtec|токен|секрет|пин|令牌|密钥|密鑰|口令|トークン|暗号|토큰|암호|비밀",
];

/** Secret wherever it stands, as whole words. */
export const secretPhrases = [
  // English
  "pwd|(db|database|user|root|admin|sudo|smtp|ftp|wifi) ?pass|pass ?code|pass ?phrase|pin ?(code|number|no)|(your|my|account|card|bank|sim|device|4|6|four|six)( digit)? pin",
  "(api|secret|private|access|ssh|gpg|pgp|encryption|signing|decryption|service account|master|root|admin|auth) ?keys?",
  "(access|auth|authentication|authorization|api|bearer|refresh|session|security|personal access|oauth|bot|github|gitlab|slack|npm|jwt|id|login|csrf) ?tokens?",
  "(paste|enter|provide|type|your|copy) (in )?(your |the |a |an )?(token|secret|credentials?|login details)",
  "(client|app|application|shared|webhook|signing|oauth|consumer|api) secrets?|credentials?|session ?cookies?",
  "t?otp( code)?|one ?time ?(pass ?)?(codes?|pins?)|(2fa|mfa|two factor|second factor) ?(code|token|pin)?",
  "(verification|authentication|authenticator|authorization|security|sms|login|sign in|auth|access|unlock) (codes?|number)",
  "(6|six|4|four) digit (code|number)|codes? (that )?(we|was|has been|is)? ?(just )?(sent|texted|emailed)( to)?",
  "(credit|debit|bank|payment|visa|cc|gift|master)? ?card ?(number|no|num|pan)|(credit|debit) ?card|cvv2?|cvc2?|card (verification|security|expiry)",
  "(seed|recovery|mnemonic|backup|wallet) ?(phrases?|words|codes?|keys?)|mnemonic|mother s maiden name|security answer",
  // German
  "pin nummer|tan nummer|geheimzahl|geheimcode|zugangscode|zugangsdaten|anmeldedaten|(privater|geheimer) schlussel",
  "api schlussel|zugriffsschlussel|(zugangs|zugriffs|api|sicherheits) ?token|(sicherheits|bestatigungs|verifizierungs|einmal|freigabe|sms) ?code",
  "(kredit|bank|giro)? ?karten ?(nummer|prufnummer|prufziffer)|kartenprufnummer|wiederherstellungs ?(phrase|code)",
  // French
  "code (secret|confidentiel|pin|de verification|de securite|de confirmation|a usage unique|recu par sms)|cle (d )?(api|privee|secrete|acces|d acces)",
  "jeton (d acces|d authentification|secret|api)|numero (de )?(la |votre )?carte( bancaire| de credit)?|cryptogramme( visuel)?|phrase (secrete|de recuperation)|identifiants de connexion",
  // Spanish
  "clave (de )?(api|secreta|privada|acceso|seguridad|personal)|(token|ficha) de (acceso|autenticacion|seguridad)|numero (de )?(la |su |tu )?tarjeta( de credito)?",
  "codigo (de )?(verificacion|seguridad|acceso|un solo uso|autenticacion|pin|secreto)|frase (semilla|de recuperacion|secreta)|credenciales",
  // Italian
  "parola d ordine|chiave (api|segreta|privata|di accesso)|codice (di )?(verifica|sicurezza|accesso|autenticazione|otp|pin|segreto|monouso)|numero (di |della )?carta( di credito)?|token di (accesso|autenticazione)|frase di recupero|credenziali",
  // Portuguese
  "senhas?|palavra (passe|chave secreta)|chave (de )?(api|secreta|privada|acesso)|token de (acesso|autenticacao)|numero do (seu )?cartao( de credito)?|codigo (de )?(verificacao|seguranca|acesso|uso unico|autenticacao)|frase de recuperacao|credenciais",
  // Dutch
  "toegangscode|pincode|pin code|api sleutel|(geheime|prive) ?sleutel|(krediet)?kaartnummer|(creditcard|pas)nummer|(verificatie|beveiligings|bevestigings) ?code|toegangs ?token|inloggegevens",
  // Polish
  "hasl(o|a|em)|klucz (api|prywatny|tajny|dostepu)|numer karty( kredytowej)?|kod (weryfikacyjny|bezpieczenstwa|jednorazowy|sms|pin|dostepu|cvv)|token dostepu|dane logowania",
  // Turkish
  "sifre(niz|si|yi|nizi|mi)?|parolaniz|(api|gizli|ozel|erisim) anahtari?|kart numara(si|niz)|(dogrulama|guvenlik|onay|sms|tek kullanimlik) (kodu?|sifre)|erisim (belirteci|jetonu)|giris bilgileri",
  // Russian
  "токен (доступа|api|авторизации)|(api|апи) ?(ключ|токен)|ключ (api|апи|доступа)|(секретн|закрыт|приватн)\\p{L}* ключ|код (подтверждения|безопасности|доступа|из смс|из sms|авторизации)|(одноразов|проверочн|секретн)\\p{L}* код|номер (вашей |банковской |кредитной )?карты|пин ?код|сид фраза|учетные данные",
];

/** Secret even inside longer words and with spaces between the letters; long enough not to arise by chance. */
export const secretCompounds = [
  "passwor[dt]|passphrase|motdepasse|kennwort|contrasen[ay]|wachtwoord|apikey|privatekey|secretkey|accesstoken|authtoken|clientsecret",
];

/** Secret wherever it stands, inside longer words too: compounds, and languages without spaces. */
export const secretSigns = [
  "losungswort|kreditkarte|creditcard|cardnumber|pincode|losenord|adgangskode|heslo|jelszo|salasana|mat khau|kata sandi",
  "парол[ьяеию]|кодовое слово",
  "密[码碼]|[验驗][证證][码碼]|[访訪][问問]令牌|(api|私有?|秘密|[访訪][问問])[密金]?[钥鑰]|金[钥鑰]|私[钥鑰]|[信用银銀行]*卡[号號]|安全[码碼]|助[记記][词詞]|api ?密[钥鑰]",
  "パスワード|パスコード|暗証番号|(認証|確認|セキュリティ|ワンタイム) ?(コード|番号|パス)|(アクセス|認証|api) ?トークン|(api|アクセス|シークレット) ?キー|秘密[鍵の]|カード ?番号|合言葉",
  "비밀 ?번호|패스워드|인증 ?(번호|코드|토큰)|액세스 ?토큰|(api|비밀|개인|액세스) ?키|카드 ?번호|보안 ?코드|일회용",
  "كلمة (ال)?(مرور|سر)|رمز (التحقق|الأمان|الدخول|الوصول)|رقم (ال)?بطاقة",
  "סיסמ[הא]|รหัสผ่าน|κωδικ[οό][ςυύ] (πρ[οό]σβασης|ασφαλείας)",
  "पासवर्ड|ओटीपी|कार्ड नंबर|गुप्त कोड",
];

/** Taken out before the rest is read: labels that name a secret but do not ask for it. */
export const harmlessPhrases = [
  "pass ?word (length|policy|strength|manager|expiry|expiration|rotation|hint|reset|protected|age|rules?)|(minimum|maximum|min|max) pass ?word( length)?",
  "(max|maximum|min|minimum|number of|total|output|input|completion|prompt|context) ?(new )?tokens?|tokens? (count|limit|budget|length|symbol|usage|per \\p{L}+)|(design|governance) tokens?|tokens used",
  "public ?keys?|(sort|primary|foreign|partition|key|map|shortcut|object|group|cache|translation|idempotency|project|issue) ?keys?",
  "keywords?|key ?board \\p{L}+|secret santa( \\p{L}+)?|(zip|post|postal|area|country|error|status|promo|discount|coupon|product|source|qr|bar|language|currency|color|colour|dress|booking|exit) ?codes?",
  "(business|index|playing|loyalty|library|trading) cards?( number| count)?|card ?(title|color|colour|layout|name|list)|number of cards?",
  "((api|access|secret|private|ssh|personal access) )?(keys?|tokens?|secrets?) (name|label|description|title|alias)",
  "(name|label|title|alias) (of|for) (the |this |your )?(new )?((api|access|secret|ssh|personal access) )?(key|token|secret)",
  "access levels?|security (group|level|team|zone)s?|secretar\\p{L}+|credential type",
];
