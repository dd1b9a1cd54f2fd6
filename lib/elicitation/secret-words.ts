/**
 * The words of secret-asked-for.ts, as parts of regular expressions over plain words: lower case, no accents on Latin
 * letters, single spaces. A word of many harmless labels is listed under labels or in a phrase, never alone.
 */

/** Secret only as the whole label: "Token", but not "Token limit". */
export const secretLabels = [
  "token|secrets?|pin|pins|tan|jwt|bearer|otp|cvv|cvc|passwd|parola|code secret|clave|chiave segreta|chave|geheimnis|lozinka",
  "geheimzahl|jeton|ficha de acceso|codice segreto|belirtec|токен|секрет|пин|пін|nip|mdp|पिन|비번|令牌|密钥|密鑰|口令|トークン|暗号|토큰|암호|비밀",
];

/** Secret in any position, as whole words. */
export const secretPhrases = [
  // English
  "pwd|pw|ssn|social security (number|no)|session id|(db|database|user|root|admin|sudo|smtp|ftp|wifi) ?pass|pass ?code|pass ?phrase|pin ?(code|number|no)|(your|my|account|card|bank|sim|device|login|unlock|door|voicemail|wallet|confirm|repeat|new|current|old|4|6|four|six)( digit)? pin",
  "(api|secret|private|access|ssh|gpg|pgp|encryption|signing|decryption|service account|master|root|admin|auth) ?keys?",
  "(access|auth|authentication|authorization|api|bearer|refresh|session|security|personal access|oauth|bot|git ?hub|git ?lab|slack|discord|telegram|hf|hugging ?face|npm|jwt|id|login|csrf|secret|device|deploy(ment)?|registry|webhook|service|account|user) ?tokens?",
  "token (value|required|optional)|token (used )?(for|of|from) (the |your |this )?(api|bot|account|log ?in|sign ?in|service|server|app|user|git ?hub|git ?lab|repo\\p{L}*)",
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
  "jeton (d acces|d authentification|secret|api)|numero (de )?(la |votre )?carte( bancaire| de credit)?|cryptogramme( visuel)?|phrase (secrete|de recuperation)|identifiants de connexion|code d acces",
  "code (d authentification|a (4|6|quatre|six) chiffres|recu par)|code de (la |votre )?carte(?! de fidelite)|cle de chiffrement|secret du client|phrase de passe",
  // Spanish
  "clave (de )?(api|secreta|privada|acceso|seguridad|personal)|(token|ficha) de (acceso|autenticacion|seguridad)|numero (de )?(la |su |tu )?tarjeta( de credito)?",
  "codigo (de )?(verificacion|seguridad|acceso|un solo uso|autenticacion|pin|secreto)|frase (semilla|de recuperacion|secreta)|credenciales|(su|tu|vuestra) clave",
  "clave (del? )?(la |su |tu )?(usuario|wi ?fi|banco|cuenta|bancaria)|llave (privada|secreta|de api|de cifrado)|secreto del cliente|fecha de caducidad de la tarjeta",
  "codigo (de (4|6|cuatro|seis) (digitos|cifras)|(que )?(te|le|os) (hemos )?envi\\p{L}+|(enviado|recibido) por)",
  // Italian
  "parola d ordine|chiave (api|segreta|privata|di accesso)|codice (di )?(verifica|sicurezza|accesso|autenticazione|otp|pin|segreto|monouso)|numero (di |della )?carta( di credito)?|token di (accesso|autenticazione)|frase di recupero|credenziali",
  "codice (a (4|6|quattro|sei) cifre|(ricevuto|inviato) (via|per|con|tramite)|usa e getta|della (tua |sua )?carta(?! fedelta))|chiave di cifratura|pin della carta|frase segreta|segreto del client",
  // Portuguese
  "senhas?|palavra (passe|chave secreta)|chave (de )?(api|secreta|privada|acesso)|token de (acesso|autenticacao)|numero do (seu )?cartao( de credito)?|codigo (de )?(verificacao|seguranca|acesso|uso unico|autenticacao)|frase de recuperacao|credenciais",
  "codigo (enviado|recebido) por|codigo de (4|6|quatro|seis) digitos|codigo do (seu )?cartao|palavra secreta|frase (secreta|semente)|chave da api|segredo do cliente|contrassenhas?",
  // Dutch
  "toegangscode|pincode|pin code|api sleutel|(geheime|prive) ?sleutel|(krediet)?kaartnummer|(creditcard|pas)nummer|(verificatie|beveiligings|bevestigings) ?code|toegangs ?token|inloggegevens",
  "geheime (code|zin)|(herstel|inlog) ?code|eenmalige code|toegangssleutel|wacht(woord)?zin|code uit de app|codewoord",
  // Polish
  "hasl(o|a|em)|klucz (api|prywatny|tajny|dostepu)|numer karty( kredytowej)?|kod (weryfikacyjny|bezpieczenstwa|jednorazowy|sms|pin|dostepu|cvv)|token dostepu|dane logowania|(swoj|twoj) pin",
  "kod (z (sms( a)?|aplikacji|maila)|autoryzacyjny|potwierdz\\p{L}+|uwierzytelniajacy)|fraza (odzyskiwania|seed)|tajny klucz|klucz szyfrowania|sekret klienta",
  // Turkish
  "sifre(niz|si|yi|nizi|mi)?|parolaniz|(api|gizli|ozel|erisim) anahtari?|kart numara(si|niz)|(dogrulama|guvenlik|onay|sms|tek kullanimlik) (kodu?|sifre)|erisim (belirteci|jetonu)|giris bilgileri",
  "pin kod(u|unuz|unuzu)|kurtarma (kodu|ifadesi)|karti numara(si|niz|nizi)|sms (ile )?gelen kod(u)?|oturum acma bilgileri",
  // Russian
  "токен (доступа|api|авторизации)|(api|апи) ?(ключ|токен)|ключ (api|апи|доступа)|(секретн|закрыт|приватн)\\p{L}* ключ|код (подтверждения|безопасности|доступа|из смс|из sms|авторизации)|(одноразов|проверочн|секретн)\\p{L}* код|номер (вашей |банковской |кредитной )?карты|пин ?код|сид фраза|учетные данные",
  "код (из (письма|приложения)|двухфакторной аутентификации)|(кодов|секретн)\\p{L}* фраз\\p{L}*|ключ (шифрования|от (api|апи))|ключев\\p{L}* фраз\\p{L}* кошелька|(данные|срок действия) (вашей |банковской |кредитной )?карты",
  // Ukrainian
  "кодов\\p{L}* (слов|фраз)\\p{L}*|(секретн|приватн|закрит)\\p{L}* (ключ|фраз)\\p{L}*|ключ (api|апі|доступу|шифрування|до api)|токен (доступу|api|авторизації)|одноразов\\p{L}* код|пін ?код|сід фраза|облікові дані",
  "код (підтвердження|безпеки|доступу|авторизації|автентифікації|із? (смс|sms|листа|застосунку)|з (смс|sms|листа|застосунку))|(номер|дані|термін дії) (вашої |банківської |кредитної )?картки",
];

/** Secret even inside longer words and with spaces between the letters; long enough not to match by chance. */
export const secretCompounds = [
  "passwor[dt]|passphrase|motdepasse|kennwort|contrasen[ay]|wachtwoord|apikey|privatekey|secretkey|accesstoken|authtoken|clientsecret",
];

/** Secret in any position, inside longer words too: compounds, and languages without spaces. */
export const secretSigns = [
  "losungswort|kreditkarte|creditcard|cardnumber|pincode|losenord|adgangskode|heslo|jelszo|salasana|mat khau|kata sandi",
  "passord|lykilor[dð]|parool|slaptazod|nenosiri|wagwoord|pasahitz|contrasinal|asfhocal|lozink|geslo(?!t)|jelszav|kata laluan|introduceti parola",
  "парол\\p{L}*|лозинк|кодовое слово|құпия ?сөз|პაროლ|գաղտնաբառ",
  "(?<![绕繞])口令|通行[码碼]|密[码碼]|[验驗][证證][码碼]|[访訪][问問]令牌|(api|私有?|秘密|[访訪][问問])[密金]?[钥鑰]|金[钥鑰]|私[钥鑰]|[信用银銀行]*卡[号號]|安全[码碼](?![头頭])|助[记記][词詞]|api ?密[钥鑰]",
  "(动态|動態|校验|校驗|恢复|恢復|短信|簡訊|授权|授權|识别|識別)[码碼]|(接口|访问|訪問|共享)密[钥鑰]|登[录陆]凭证|登入憑證",
  "パスワード|パスコード|暗証番号|(認証|確認|セキュリティ|ワンタイム) ?(コード|番号|パス)|(アクセス|認証|api) ?トークン|(api|アクセス|シークレット) ?キー|秘密[鍵の]|カード ?番号|合い?言葉|(ピン|リカバリー|復元|暗証) ?コード|(復元|リカバリー|シード) ?フレーズ|認証情報|(api|クライアント) ?シークレット|パスを入力",
  "암호(?!화)|비밀 ?번호|패스워드|인증 ?(번호|코드|토큰)|액세스 ?토큰|(api|비밀|개인|액세스) ?키|카드 ?번호|보안 ?코드|일회용",
  "핀 ?번호|비번[을를]|(복구|시드) ?(코드|문구|구문)|접근 ?토큰|인증 ?정보|자격 ?증명",
  "كلمة (ال)?(مرور|سر(كم|ك|ي)?(?!\\p{L}))|رمز (التحقق|الأمان|الدخول|الوصول)|رقم (ال)?بطاقة|رمز عبور|گذرواژه",
  "رقم (ال)?سري(?!\\p{L})|رمز (ال)?(تأكيد|pin|تحقق|استرداد|سري(?!\\p{L}))|رمز لمرة واحدة|مفتاح (ال)?(api|سري|خاص|وصول|تشفير)(?!\\p{L})|عبارة (ال)?(استرداد|مرور)|بيانات (ال)?(اعتماد|دخول)",
  "סיסמ[הא]|รหัสผ่าน|κωδικ[οό][ςνυύ]? (πρ[οό]σβασ[ηή]ς|ασφαλείας)|συνθηματικ",
  "पासकोड|गुप्त (कुंजी|संख्या|शब्द|वाक्यांश)|निजी कुंजी|(एपीआई|api) कुंजी|एक्सेस (टोकन|कुंजी)|(सत्यापन|सुरक्षा|रिकवरी) कोड|कार्ड संख्या|कूट ?शब्द|रिकवरी वाक्यांश|सीवीवी|(आपका|अपना) पिन(?! ?कोड)|पिन (दर्ज|डाल)",
  "पासवर्ड|ओटीपी|कार्ड नंबर|गुप्त कोड|পাসও|கடவுச்சொல்",
];

/** Removed first: labels that name a secret but do not ask for it. */
export const harmlessPhrases = [
  "pass ?word (length|policy|strength|manager|expiry|expiration|rotation|hint|reset|protected|age|rules?)|(minimum|maximum|min|max) pass ?word( length)?",
  "(max|maximum|min|minimum|number of|total|output|input|completion|prompt|context|page|stop|skip) ?(new )?tokens?|((id|api|access|refresh|session|login) )?tokens? (count|limit|budget|length|symbol|usage|price|amount|type|kind|lifetime|ttl|expiry|expiration|validity|duration|index|position|per \\p{L}+)|(design|governance) tokens?|tokens used",
  "(map|push|drop|location|bowling|gpio|led|board)s? ?pins?|(map |gpio )?pins? (color|colour|label|title|location|position|style|icon|size|mode|type|count|length)|number of pins|pin number gpio",
  "public ?keys?|(sort|primary|foreign|partition|key|map|shortcut|object|group|cache|translation|idempotency|project|issue) ?keys?",
  "keywords?|key ?board \\p{L}+|secret santa( \\p{L}+)?|(zip|post|postal|area|country|error|status|promo|discount|coupon|product|source|qr|bar|language|currency|color|colour|dress|booking|exit) ?codes?",
  "(business|index|playing|loyalty|library|trading) cards?( number| count)?|card ?(title|color|colour|layout|name|list)|number of cards?",
  "((api|access|secret|private|ssh|personal access) )?(keys?|tokens?|secrets?) (name|label|description|title|alias)",
  "(name|label|title|alias) (of|for) (the |this |your )?(new )?((api|access|secret|ssh|personal access) )?(key|token|secret)",
  "access levels?|security (group|level|team|zone)s?|secretar\\p{L}+|credential type",
];

/**
 * Removed first from running text: mentions of a secret (§) that exists, was changed, or is not wanted. A text that
 * then asks for "it" or "the new one" still counts.
 */
export const mentionedOnly = [
  // Not wanted. The words after "not" are listed, because "not to worry, enter your password" asks for it.
  "(no|without( a| any| your| the)?|not( a| any| your| the)?) §( (is|are|will be))?( (needed|required|necessary|asked for))?",
  "§( (is|are|was|were|will|does|do))? not( be)? (needed|required|necessary|asked|stored|shared|shown|sent|included|change\\p{L}*|be)|§ never( \\p{L}+)?",
  "(never|do not|don t|does not|doesn t|will not|won t|must not|should not|cannot|can t|nobody|no one|not)( will| should| may)?( ever)? (ask|need|want|require|enter|type|share|send|give|paste|provide|include|reveal|tell|put|write|use|see|store|read)(s|ing)?( us| me| anybody| anyone| here| for| in| out| or| your| the| a| any| \\p{L}+ing)* §",
  // What happens to it.
  "(forgot|forgotten|forget|lost|reset|resets|resetting|change|changes|changed|changing|rotate|rotates|rotated|rotating|revoke|revoked|renew|renewed|delete|deleted|remove|removed|create|creates|created|update|updated|replace|replaced|expire|expired|leak|leaked|about)( the| a| an| your| my| his| her| their| our| its| this| that| old| new| user| s| \\p{L}+ s| all| for)* §( (page|screen|form|field|button|link|e ?mail|feature|dialog|file|step|flow))?",
  "§ (reset|change|rotation|page|screen|form|field|button|link|e ?mail|feature|dialog|file|settings?|check|test|store|vault|manager|generator|flow|handling|provider|scanner|leaks?)s?",
  "§( (of|for)( \\p{L}+){1,4})?( (is|was|were|are|be|been|will|shall|should|must|may|can|has|have|had))*( just| already| soon| also| then)? (expires?|expired|expiring|reset|changed|rotated|revoked|renewed|deleted|removed|created|updated|replaced|leaked|wrong|correct|valid|invalid|stored|set|ready|kept|lost|accepted|used|read|found|called|named)",
  "(which|whose|what|how many)( \\p{L}+)?( s)? §|(name|label|title|owner|length|age|number|date|purpose|reason)s?( \\p{L}+)? (of|for)( the| a| this| your| new)* §",
  // German
  "(kein|keine|ohne)( ihr| das| ein| den)? §( (notig|erforderlich|benotigt))?|§( \\p{L}+)?( (wird|ist|wurde|werden))?( \\p{L}+)? (nicht|nie|geandert|zuruckgesetzt|abgelaufen|gespeichert)( \\p{L}+)?|§ vergessen|(geben|gib|fragen|verraten|senden|teilen)( sie)?( \\p{L}+)? (nie|niemals|nicht)( \\p{L}+){0,3} §|(niemals|nie)( nach)?( ihrem?| dem| das)? §",
  // French
  "(aucun|pas de|sans( votre| le)?) §( (n est)? (requis|necessaire|demande))?|§ (n est pas|ne sera pas|a ete|a expire|oublie)( \\p{L}+)?|ne( \\p{L}+){1,2} (pas|jamais)( \\p{L}+)? §|(oublie|perdu|change)( \\p{L}+)? §",
  // Spanish, Portuguese, Italian
  "(no( es| se)? (necesita|necesaria|necesario|hace falta|introduzca|escriba|comparta)|sin|nunca( \\p{L}+)?)( su| la| tu| una| ninguna)? §|§ (no|ha sido|ha caducado|se ha)( \\p{L}+){1,2}|(olvid\\p{L}+|perdi\\p{L}*|cambi\\p{L}+)( su| la| tu)? §",
  "(nao( e)? (precisa|digite|partilhe|compartilhe|informe)|sem|nunca( \\p{L}+)?)( da| a| sua| de| uma)* §|§ nao( \\p{L}+){1,2}|(esqueceu|perdeu|alterou)( a| sua)* §",
  "(non (serve|occorre|inserire|condividere)|senza|mai)( la| tua| una)* §|§ (non|e stata)( \\p{L}+){1,2}|(dimenticato|perso|cambiato)( la| tua)* §",
  // Dutch, Polish, Turkish
  "(geen|zonder( je| uw| het)?) §( nodig)?|§( (is|wordt))? (niet|vergeten|gewijzigd|verlopen)( \\p{L}+)?|(nie podawaj|bez|nigdy( \\p{L}+)?|zapomnial\\p{L}*)( swojego)? §|§ (nie jest|zostalo)( \\p{L}+)?|§( \\p{L}+)? (gerekmez|gerekli degil|unuttum|unuttunuz|girmeyin)",
  // Russian, Chinese, Japanese, Korean
  "(не (нужен|требуется|вводите|сообщайте)|без( ваш\\p{L}*)?|забыли( свой| ваш)?|никогда( \\p{L}+){0,2}) §|§( \\p{L}+)? (не( \\p{L}+)?|изменен|истек)",
];

/** The same in languages without spaces. */
export const mentionedOnlyUnspaced = [
  "(不需要|无需|無需|不要输入|请勿输入|請勿輸入|忘记|忘記)(您的|你的)? ?§|§ ?(不需要|不是必需|已更改|已过期)",
  "§ ?(は|を)? ?(不要|必要ありません|入力しないで|忘れ)|§ ?(는|은|를|을)? ?(필요하지 않|필요 없|입력하지 마|잊으)",
];

/** Words that show that running text asks for a secret and does not only mention it. */
export const askingWords = [
  "enter(ing)?|type|typing|provide|providing|paste|pasting|input|submit|supply|supplying|give|giving|tell|telling|send|share|hand over|fill|put|write|say|repeat|dictate|read (out|us|me)|key in|let (me|us)",
  "what (is|s|are|was)|need|needs|needed|requires?|required|must|want|wants|confirm|verify|authenticate|log in|sign in|unlock|authori[sz]e|please|below|here|continue|proceed|go(es)? in|belongs in|your|you",
  "geben|gib|eingeben|angeben|eintragen|nennen|senden|brauch\\p{L}*|benotig\\p{L}*|bitte|wie lautet|hier|unten|ein|dein|ihr",
  "entrez|entrer|saisi\\p{L}*|tapez|indiquez|donnez|fournissez|quel(le)? est|besoin|ci dessous|ici|veuillez|votre|ton",
  "introdu\\p{L}+|escrib\\p{L}+|ingres\\p{L}+|proporcion\\p{L}+|indique|diga|cual es|necesit\\p{L}+|aqui|abajo|por favor|su|tu",
  "digite|insira|informe|forneca|qual e|precis\\p{L}+|sua|inserisc\\p{L}+|digit\\p{L}+|fornisc\\p{L}+|qual e|serve|tua|qui|sotto",
  "voer|vul|typ|geef|wat is|nodig|hier|hieronder|uw|je|podaj|wpisz|wprowadz|jakie jest|potrzeb\\p{L}+|swoje|twoje|girin|girin\\p{L}+|yazin|nedir|gerekli|lutfen",
  "введите|ввести|укажите|сообщите|напишите|назовите|отправьте|нуж\\p{L}+|требуется|какой|ваш\\p{L}*|тво\\p{L}+|пожалуйста|здесь|ниже",
  "введіть|ввести|вкажіть|надайте|напишіть|назвіть|надішліть|потріб\\p{L}+|який|тві\\p{L}+|будь ласка|тут|нижче",
];

/** Where the secret itself is only "it". */
export const askingForIt = [
  "(enter|type|paste|provide|supply|give|tell|send|fill|put|write|choose|pick|set|repeat|confirm)( \\p{L}+){0,5} (it|them|one|ones)",
  "(geben|gib|tragen|trag|schreiben)( \\p{L}+){0,4} (es|ihn|sie|ein neues|das neue|das alte)( \\p{L}+)? ein|(entrez|saisissez|indiquez)( \\p{L}+)? (le|la|l ancien|le nouveau)|(introduzca|introduzcala|escribala|ingresela)( la)?( nueva)?",
];

/** Secrets of running text, beside the labels that name them. */
export const askedInProse = [
  "pass ?wor[dt]s?|mots? de passe|(12|24|twelve|twenty four) words|code (from|in|on) (your|the) (phone|app|sms|authenticator|text|e ?mail|token|card)",
  "(enter|type|paste|provide|give|tell|send|confirm with|need|share|what (is|s))( us| me)?( in)?( your| the| a| its| that| this)? (pin|tan|token|secret|jwt|cvv|otp)",
];
