-- Teams are searched without regard to accents and case, as users are. Names that are there already are brought into that form,
-- letter by letter: SQLite lowers the case of ASCII alone.
ALTER TABLE `teams` ADD `search_name` text;
--> statement-breakpoint
UPDATE teams SET search_name = lower(display_name);
--> statement-breakpoint
UPDATE teams SET search_name = folded.name FROM (
  WITH RECURSIVE
    folds(letter, form) AS MATERIALIZED (SELECT key, value FROM json_each('{"ª":"a","µ":"μ","º":"o","À":"a","Á":"a","Â":"a","Ã":"a","Ä":"a","Å":"a","Æ":"æ","Ç":"c","È":"e","É":"e","Ê":"e",
"Ë":"e","Ì":"i","Í":"i","Î":"i","Ï":"i","Ð":"ð","Ñ":"n","Ò":"o","Ó":"o","Ô":"o","Õ":"o","Ö":"o","Ø":"o","Ù":"u",
"Ú":"u","Û":"u","Ü":"u","Ý":"y","Þ":"þ","ß":"ss","à":"a","á":"a","â":"a","ã":"a","ä":"a","å":"a","ç":"c","è":"e",
"é":"e","ê":"e","ë":"e","ì":"i","í":"i","î":"i","ï":"i","ñ":"n","ò":"o","ó":"o","ô":"o","õ":"o","ö":"o","ø":"o",
"ù":"u","ú":"u","û":"u","ü":"u","ý":"y","ÿ":"y","Ā":"a","ā":"a","Ă":"a","ă":"a","Ą":"a","ą":"a","Ć":"c","ć":"c",
"Ĉ":"c","ĉ":"c","Ċ":"c","ċ":"c","Č":"c","č":"c","Ď":"d","ď":"d","Đ":"d","đ":"d","Ē":"e","ē":"e","Ĕ":"e","ĕ":"e",
"Ė":"e","ė":"e","Ę":"e","ę":"e","Ě":"e","ě":"e","Ĝ":"g","ĝ":"g","Ğ":"g","ğ":"g","Ġ":"g","ġ":"g","Ģ":"g","ģ":"g",
"Ĥ":"h","ĥ":"h","Ħ":"h","ħ":"h","Ĩ":"i","ĩ":"i","Ī":"i","ī":"i","Ĭ":"i","ĭ":"i","Į":"i","į":"i","İ":"i","ı":"i",
"Ĳ":"ij","ĳ":"ij","Ĵ":"j","ĵ":"j","Ķ":"k","ķ":"k","Ĺ":"l","ĺ":"l","Ļ":"l","ļ":"l","Ľ":"l","ľ":"l","Ŀ":"l·","ŀ":"l·",
"Ł":"l","ł":"l","Ń":"n","ń":"n","Ņ":"n","ņ":"n","Ň":"n","ň":"n","ŉ":"ʼn","Ŋ":"ŋ","Ō":"o","ō":"o","Ŏ":"o","ŏ":"o",
"Ő":"o","ő":"o","Œ":"œ","Ŕ":"r","ŕ":"r","Ŗ":"r","ŗ":"r","Ř":"r","ř":"r","Ś":"s","ś":"s","Ŝ":"s","ŝ":"s","Ş":"s",
"ş":"s","Š":"s","š":"s","Ţ":"t","ţ":"t","Ť":"t","ť":"t","Ŧ":"t","ŧ":"t","Ũ":"u","ũ":"u","Ū":"u","ū":"u","Ŭ":"u",
"ŭ":"u","Ů":"u","ů":"u","Ű":"u","ű":"u","Ų":"u","ų":"u","Ŵ":"w","ŵ":"w","Ŷ":"y","ŷ":"y","Ÿ":"y","Ź":"z","ź":"z",
"Ż":"z","ż":"z","Ž":"z","ž":"z","ſ":"s","Ɓ":"ɓ","Ƃ":"ƃ","Ƅ":"ƅ","Ɔ":"ɔ","Ƈ":"ƈ","Ɖ":"ɖ","Ɗ":"ɗ","Ƌ":"ƌ","Ǝ":"ǝ",
"Ə":"ə","Ɛ":"ɛ","Ƒ":"ƒ","Ɠ":"ɠ","Ɣ":"ɣ","Ɩ":"ɩ","Ɨ":"ɨ","Ƙ":"ƙ","Ɯ":"ɯ","Ɲ":"ɲ","Ɵ":"ɵ","Ơ":"o","ơ":"o","Ƣ":"ƣ",
"Ƥ":"ƥ","Ʀ":"ʀ","Ƨ":"ƨ","Ʃ":"ʃ","Ƭ":"ƭ","Ʈ":"ʈ","Ư":"u","ư":"u","Ʊ":"ʊ","Ʋ":"ʋ","Ƴ":"ƴ","Ƶ":"ƶ","Ʒ":"ʒ","Ƹ":"ƹ",
"Ƽ":"ƽ","Ǆ":"dz","ǅ":"dz","ǆ":"dz","Ǉ":"lj","ǈ":"lj","ǉ":"lj","Ǌ":"nj","ǋ":"nj","ǌ":"nj","Ǎ":"a","ǎ":"a","Ǐ":"i",
"ǐ":"i","Ǒ":"o","ǒ":"o","Ǔ":"u","ǔ":"u","Ǖ":"u","ǖ":"u","Ǘ":"u","ǘ":"u","Ǚ":"u","ǚ":"u","Ǜ":"u","ǜ":"u","Ǟ":"a",
"ǟ":"a","Ǡ":"a","ǡ":"a","Ǣ":"æ","ǣ":"æ","Ǥ":"ǥ","Ǧ":"g","ǧ":"g","Ǩ":"k","ǩ":"k","Ǫ":"o","ǫ":"o","Ǭ":"o","ǭ":"o",
"Ǯ":"ʒ","ǯ":"ʒ","ǰ":"j","Ǳ":"dz","ǲ":"dz","ǳ":"dz","Ǵ":"g","ǵ":"g","Ƕ":"ƕ","Ƿ":"ƿ","Ǹ":"n","ǹ":"n","Ǻ":"a","ǻ":"a",
"Ǽ":"æ","ǽ":"æ","Ǿ":"o","ǿ":"o","Ȁ":"a","ȁ":"a","Ȃ":"a","ȃ":"a","Ȅ":"e","ȅ":"e","Ȇ":"e","ȇ":"e","Ȉ":"i","ȉ":"i",
"Ȋ":"i","ȋ":"i","Ȍ":"o","ȍ":"o","Ȏ":"o","ȏ":"o","Ȑ":"r","ȑ":"r","Ȓ":"r","ȓ":"r","Ȕ":"u","ȕ":"u","Ȗ":"u","ȗ":"u",
"Ș":"s","ș":"s","Ț":"t","ț":"t","Ȝ":"ȝ","Ȟ":"h","ȟ":"h","Ƞ":"ƞ","Ȣ":"ȣ","Ȥ":"ȥ","Ȧ":"a","ȧ":"a","Ȩ":"e","ȩ":"e",
"Ȫ":"o","ȫ":"o","Ȭ":"o","ȭ":"o","Ȯ":"o","ȯ":"o","Ȱ":"o","ȱ":"o","Ȳ":"y","ȳ":"y","Ⱥ":"ⱥ","Ȼ":"ȼ","Ƚ":"ƚ","Ⱦ":"ⱦ",
"Ɂ":"ɂ","Ƀ":"ƀ","Ʉ":"ʉ","Ʌ":"ʌ","Ɇ":"ɇ","Ɉ":"ɉ","Ɋ":"ɋ","Ɍ":"ɍ","Ɏ":"ɏ","ʰ":"h","ʱ":"ɦ","ʲ":"j","ʳ":"r","ʴ":"ɹ",
"ʵ":"ɻ","ʶ":"ʁ","ʷ":"w","ʸ":"y","ˠ":"ɣ","ˡ":"l","ˢ":"s","ˣ":"x","ˤ":"ʕ","̀":"","́":"","̂":"","̃":"","̄":"","̅":"",
"̆":"","̇":"","̈":"","̉":"","̊":"","̋":"","̌":"","̍":"","̎":"","̏":"","̐":"","̑":"","̒":"","̓":"","̔":"","̕":"","̖":"",
"̗":"","̘":"","̙":"","̚":"","̛":"","̜":"","̝":"","̞":"","̟":"","̠":"","̡":"","̢":"","̣":"","̤":"","̥":"","̦":"","̧":"",
"̨":"","̩":"","̪":"","̫":"","̬":"","̭":"","̮":"","̯":"","̰":"","̱":"","̲":"","̳":"","̴":"","̵":"","̶":"","̷":"","̸":"",
"̹":"","̺":"","̻":"","̼":"","̽":"","̾":"","̿":"","̀":"","́":"","͂":"","̓":"","̈́":"","ͅ":"ι","͆":"","͇":"","͈":"",
"͉":"","͊":"","͋":"","͌":"","͍":"","͎":"","͏":"","͐":"","͑":"","͒":"","͓":"","͔":"","͕":"","͖":"","͗":"","͘":"","͙":"",
"͚":"","͛":"","͜":"","͝":"","͞":"","͟":"","͠":"","͡":"","͢":"","ͣ":"","ͤ":"","ͥ":"","ͦ":"","ͧ":"","ͨ":"","ͩ":"","ͪ":"",
"ͫ":"","ͬ":"","ͭ":"","ͮ":"","ͯ":"","Ͱ":"ͱ","Ͳ":"ͳ","ʹ":"ʹ","Ͷ":"ͷ","ͺ":" ι","Ϳ":"ϳ","Ά":"α","Έ":"ε","Ή":"η","Ί":"ι",
"Ό":"ο","Ύ":"υ","Ώ":"ω","ΐ":"ι","Α":"α","Β":"β","Γ":"γ","Δ":"δ","Ε":"ε","Ζ":"ζ","Η":"η","Θ":"θ","Ι":"ι","Κ":"κ",
"Λ":"λ","Μ":"μ","Ν":"ν","Ξ":"ξ","Ο":"ο","Π":"π","Ρ":"ρ","Σ":"σ","Τ":"τ","Υ":"υ","Φ":"φ","Χ":"χ","Ψ":"ψ","Ω":"ω",
"Ϊ":"ι","Ϋ":"υ","ά":"α","έ":"ε","ή":"η","ί":"ι","ΰ":"υ","ς":"σ","ϊ":"ι","ϋ":"υ","ό":"ο","ύ":"υ","ώ":"ω","Ϗ":"ϗ",
"ϐ":"β","ϑ":"θ","ϒ":"υ","ϓ":"υ","ϔ":"υ","ϕ":"φ","ϖ":"π","Ϙ":"ϙ","Ϛ":"ϛ","Ϝ":"ϝ","Ϟ":"ϟ","Ϡ":"ϡ","Ϣ":"ϣ","Ϥ":"ϥ",
"Ϧ":"ϧ","Ϩ":"ϩ","Ϫ":"ϫ","Ϭ":"ϭ","Ϯ":"ϯ","ϰ":"κ","ϱ":"ρ","ϲ":"σ","ϴ":"θ","ϵ":"ε","Ϸ":"ϸ","Ϲ":"σ","Ϻ":"ϻ","Ͻ":"ͻ",
"Ͼ":"ͼ","Ͽ":"ͽ","Ѐ":"е","Ё":"е","Ђ":"ђ","Ѓ":"г","Є":"є","Ѕ":"ѕ","І":"і","Ї":"і","Ј":"ј","Љ":"љ","Њ":"њ","Ћ":"ћ",
"Ќ":"к","Ѝ":"и","Ў":"у","Џ":"џ","А":"а","Б":"б","В":"в","Г":"г","Д":"д","Е":"е","Ж":"ж","З":"з","И":"и","Й":"и",
"К":"к","Л":"л","М":"м","Н":"н","О":"о","П":"п","Р":"р","С":"с","Т":"т","У":"у","Ф":"ф","Х":"х","Ц":"ц","Ч":"ч",
"Ш":"ш","Щ":"щ","Ъ":"ъ","Ы":"ы","Ь":"ь","Э":"э","Ю":"ю","Я":"я","й":"и","ѐ":"е","ё":"е","ѓ":"г","ї":"і","ќ":"к",
"ѝ":"и","ў":"у","Ѡ":"ѡ","Ѣ":"ѣ","Ѥ":"ѥ","Ѧ":"ѧ","Ѩ":"ѩ","Ѫ":"ѫ","Ѭ":"ѭ","Ѯ":"ѯ","Ѱ":"ѱ","Ѳ":"ѳ","Ѵ":"ѵ","Ѷ":"ѵ",
"ѷ":"ѵ","Ѹ":"ѹ","Ѻ":"ѻ","Ѽ":"ѽ","Ѿ":"ѿ","Ҁ":"ҁ","Ҋ":"ҋ","Ҍ":"ҍ","Ҏ":"ҏ","Ґ":"ґ","Ғ":"ғ","Ҕ":"ҕ","Җ":"җ","Ҙ":"ҙ",
"Қ":"қ","Ҝ":"ҝ","Ҟ":"ҟ","Ҡ":"ҡ","Ң":"ң","Ҥ":"ҥ","Ҧ":"ҧ","Ҩ":"ҩ","Ҫ":"ҫ","Ҭ":"ҭ","Ү":"ү","Ұ":"ұ","Ҳ":"ҳ","Ҵ":"ҵ",
"Ҷ":"ҷ","Ҹ":"ҹ","Һ":"һ","Ҽ":"ҽ","Ҿ":"ҿ","Ӏ":"ӏ","Ӂ":"ж","ӂ":"ж","Ӄ":"ӄ","Ӆ":"ӆ","Ӈ":"ӈ","Ӊ":"ӊ","Ӌ":"ӌ","Ӎ":"ӎ",
"Ӑ":"а","ӑ":"а","Ӓ":"а","ӓ":"а","Ӕ":"ӕ","Ӗ":"е","ӗ":"е","Ә":"ә","Ӛ":"ә","ӛ":"ә","Ӝ":"ж","ӝ":"ж","Ӟ":"з","ӟ":"з",
"Ӡ":"ӡ","Ӣ":"и","ӣ":"и","Ӥ":"и","ӥ":"и","Ӧ":"о","ӧ":"о","Ө":"ө","Ӫ":"ө","ӫ":"ө","Ӭ":"э","ӭ":"э","Ӯ":"у","ӯ":"у",
"Ӱ":"у","ӱ":"у","Ӳ":"у","ӳ":"у","Ӵ":"ч","ӵ":"ч","Ӷ":"ӷ","Ӹ":"ы","ӹ":"ы","Ӻ":"ӻ","Ӽ":"ӽ","Ӿ":"ӿ","Ԁ":"ԁ","Ԃ":"ԃ",
"Ԅ":"ԅ","Ԇ":"ԇ","Ԉ":"ԉ","Ԋ":"ԋ","Ԍ":"ԍ","Ԏ":"ԏ","Ԑ":"ԑ","Ԓ":"ԓ","Ԕ":"ԕ","Ԗ":"ԗ","Ԙ":"ԙ","Ԛ":"ԛ","Ԝ":"ԝ","Ԟ":"ԟ",
"Ԡ":"ԡ","Ԣ":"ԣ","Ԥ":"ԥ","Ԧ":"ԧ","Ԩ":"ԩ","Ԫ":"ԫ","Ԭ":"ԭ","Ԯ":"ԯ","Ḁ":"a","ḁ":"a","Ḃ":"b","ḃ":"b","Ḅ":"b","ḅ":"b",
"Ḇ":"b","ḇ":"b","Ḉ":"c","ḉ":"c","Ḋ":"d","ḋ":"d","Ḍ":"d","ḍ":"d","Ḏ":"d","ḏ":"d","Ḑ":"d","ḑ":"d","Ḓ":"d","ḓ":"d",
"Ḕ":"e","ḕ":"e","Ḗ":"e","ḗ":"e","Ḙ":"e","ḙ":"e","Ḛ":"e","ḛ":"e","Ḝ":"e","ḝ":"e","Ḟ":"f","ḟ":"f","Ḡ":"g","ḡ":"g",
"Ḣ":"h","ḣ":"h","Ḥ":"h","ḥ":"h","Ḧ":"h","ḧ":"h","Ḩ":"h","ḩ":"h","Ḫ":"h","ḫ":"h","Ḭ":"i","ḭ":"i","Ḯ":"i","ḯ":"i",
"Ḱ":"k","ḱ":"k","Ḳ":"k","ḳ":"k","Ḵ":"k","ḵ":"k","Ḷ":"l","ḷ":"l","Ḹ":"l","ḹ":"l","Ḻ":"l","ḻ":"l","Ḽ":"l","ḽ":"l",
"Ḿ":"m","ḿ":"m","Ṁ":"m","ṁ":"m","Ṃ":"m","ṃ":"m","Ṅ":"n","ṅ":"n","Ṇ":"n","ṇ":"n","Ṉ":"n","ṉ":"n","Ṋ":"n","ṋ":"n",
"Ṍ":"o","ṍ":"o","Ṏ":"o","ṏ":"o","Ṑ":"o","ṑ":"o","Ṓ":"o","ṓ":"o","Ṕ":"p","ṕ":"p","Ṗ":"p","ṗ":"p","Ṙ":"r","ṙ":"r",
"Ṛ":"r","ṛ":"r","Ṝ":"r","ṝ":"r","Ṟ":"r","ṟ":"r","Ṡ":"s","ṡ":"s","Ṣ":"s","ṣ":"s","Ṥ":"s","ṥ":"s","Ṧ":"s","ṧ":"s",
"Ṩ":"s","ṩ":"s","Ṫ":"t","ṫ":"t","Ṭ":"t","ṭ":"t","Ṯ":"t","ṯ":"t","Ṱ":"t","ṱ":"t","Ṳ":"u","ṳ":"u","Ṵ":"u","ṵ":"u",
"Ṷ":"u","ṷ":"u","Ṹ":"u","ṹ":"u","Ṻ":"u","ṻ":"u","Ṽ":"v","ṽ":"v","Ṿ":"v","ṿ":"v","Ẁ":"w","ẁ":"w","Ẃ":"w","ẃ":"w",
"Ẅ":"w","ẅ":"w","Ẇ":"w","ẇ":"w","Ẉ":"w","ẉ":"w","Ẋ":"x","ẋ":"x","Ẍ":"x","ẍ":"x","Ẏ":"y","ẏ":"y","Ẑ":"z","ẑ":"z",
"Ẓ":"z","ẓ":"z","Ẕ":"z","ẕ":"z","ẖ":"h","ẗ":"t","ẘ":"w","ẙ":"y","ẚ":"aʾ","ẛ":"s","ẞ":"ß","Ạ":"a","ạ":"a","Ả":"a",
"ả":"a","Ấ":"a","ấ":"a","Ầ":"a","ầ":"a","Ẩ":"a","ẩ":"a","Ẫ":"a","ẫ":"a","Ậ":"a","ậ":"a","Ắ":"a","ắ":"a","Ằ":"a",
"ằ":"a","Ẳ":"a","ẳ":"a","Ẵ":"a","ẵ":"a","Ặ":"a","ặ":"a","Ẹ":"e","ẹ":"e","Ẻ":"e","ẻ":"e","Ẽ":"e","ẽ":"e","Ế":"e",
"ế":"e","Ề":"e","ề":"e","Ể":"e","ể":"e","Ễ":"e","ễ":"e","Ệ":"e","ệ":"e","Ỉ":"i","ỉ":"i","Ị":"i","ị":"i","Ọ":"o",
"ọ":"o","Ỏ":"o","ỏ":"o","Ố":"o","ố":"o","Ồ":"o","ồ":"o","Ổ":"o","ổ":"o","Ỗ":"o","ỗ":"o","Ộ":"o","ộ":"o","Ớ":"o",
"ớ":"o","Ờ":"o","ờ":"o","Ở":"o","ở":"o","Ỡ":"o","ỡ":"o","Ợ":"o","ợ":"o","Ụ":"u","ụ":"u","Ủ":"u","ủ":"u","Ứ":"u",
"ứ":"u","Ừ":"u","ừ":"u","Ử":"u","ử":"u","Ữ":"u","ữ":"u","Ự":"u","ự":"u","Ỳ":"y","ỳ":"y","Ỵ":"y","ỵ":"y","Ỷ":"y",
"ỷ":"y","Ỹ":"y","ỹ":"y","Ỻ":"ỻ","Ỽ":"ỽ","Ỿ":"ỿ","ἀ":"α","ἁ":"α","ἂ":"α","ἃ":"α","ἄ":"α","ἅ":"α","ἆ":"α","ἇ":"α",
"Ἀ":"α","Ἁ":"α","Ἂ":"α","Ἃ":"α","Ἄ":"α","Ἅ":"α","Ἆ":"α","Ἇ":"α","ἐ":"ε","ἑ":"ε","ἒ":"ε","ἓ":"ε","ἔ":"ε","ἕ":"ε",
"Ἐ":"ε","Ἑ":"ε","Ἒ":"ε","Ἓ":"ε","Ἔ":"ε","Ἕ":"ε","ἠ":"η","ἡ":"η","ἢ":"η","ἣ":"η","ἤ":"η","ἥ":"η","ἦ":"η","ἧ":"η",
"Ἠ":"η","Ἡ":"η","Ἢ":"η","Ἣ":"η","Ἤ":"η","Ἥ":"η","Ἦ":"η","Ἧ":"η","ἰ":"ι","ἱ":"ι","ἲ":"ι","ἳ":"ι","ἴ":"ι","ἵ":"ι",
"ἶ":"ι","ἷ":"ι","Ἰ":"ι","Ἱ":"ι","Ἲ":"ι","Ἳ":"ι","Ἴ":"ι","Ἵ":"ι","Ἶ":"ι","Ἷ":"ι","ὀ":"ο","ὁ":"ο","ὂ":"ο","ὃ":"ο",
"ὄ":"ο","ὅ":"ο","Ὀ":"ο","Ὁ":"ο","Ὂ":"ο","Ὃ":"ο","Ὄ":"ο","Ὅ":"ο","ὐ":"υ","ὑ":"υ","ὒ":"υ","ὓ":"υ","ὔ":"υ","ὕ":"υ",
"ὖ":"υ","ὗ":"υ","Ὑ":"υ","Ὓ":"υ","Ὕ":"υ","Ὗ":"υ","ὠ":"ω","ὡ":"ω","ὢ":"ω","ὣ":"ω","ὤ":"ω","ὥ":"ω","ὦ":"ω","ὧ":"ω",
"Ὠ":"ω","Ὡ":"ω","Ὢ":"ω","Ὣ":"ω","Ὤ":"ω","Ὥ":"ω","Ὦ":"ω","Ὧ":"ω","ὰ":"α","ά":"α","ὲ":"ε","έ":"ε","ὴ":"η","ή":"η",
"ὶ":"ι","ί":"ι","ὸ":"ο","ό":"ο","ὺ":"υ","ύ":"υ","ὼ":"ω","ώ":"ω","ᾀ":"αι","ᾁ":"αι","ᾂ":"αι","ᾃ":"αι","ᾄ":"αι","ᾅ":"αι",
"ᾆ":"αι","ᾇ":"αι","ᾈ":"αι","ᾉ":"αι","ᾊ":"αι","ᾋ":"αι","ᾌ":"αι","ᾍ":"αι","ᾎ":"αι","ᾏ":"αι","ᾐ":"ηι","ᾑ":"ηι","ᾒ":"ηι",
"ᾓ":"ηι","ᾔ":"ηι","ᾕ":"ηι","ᾖ":"ηι","ᾗ":"ηι","ᾘ":"ηι","ᾙ":"ηι","ᾚ":"ηι","ᾛ":"ηι","ᾜ":"ηι","ᾝ":"ηι","ᾞ":"ηι","ᾟ":"ηι",
"ᾠ":"ωι","ᾡ":"ωι","ᾢ":"ωι","ᾣ":"ωι","ᾤ":"ωι","ᾥ":"ωι","ᾦ":"ωι","ᾧ":"ωι","ᾨ":"ωι","ᾩ":"ωι","ᾪ":"ωι","ᾫ":"ωι","ᾬ":"ωι",
"ᾭ":"ωι","ᾮ":"ωι","ᾯ":"ωι","ᾰ":"α","ᾱ":"α","ᾲ":"αι","ᾳ":"αι","ᾴ":"αι","ᾶ":"α","ᾷ":"αι","Ᾰ":"α","Ᾱ":"α","Ὰ":"α","Ά":"α",
"ᾼ":"αι","ι":"ι","ῂ":"ηι","ῃ":"ηι","ῄ":"ηι","ῆ":"η","ῇ":"ηι","Ὲ":"ε","Έ":"ε","Ὴ":"η","Ή":"η","ῌ":"ηι","ῐ":"ι","ῑ":"ι",
"ῒ":"ι","ΐ":"ι","ῖ":"ι","ῗ":"ι","Ῐ":"ι","Ῑ":"ι","Ὶ":"ι","Ί":"ι","ῠ":"υ","ῡ":"υ","ῢ":"υ","ΰ":"υ","ῤ":"ρ","ῥ":"ρ",
"ῦ":"υ","ῧ":"υ","Ῠ":"υ","Ῡ":"υ","Ὺ":"υ","Ύ":"υ","Ῥ":"ρ","ῲ":"ωι","ῳ":"ωι","ῴ":"ωι","ῶ":"ω","ῷ":"ωι","Ὸ":"ο","Ό":"ο",
"Ὼ":"ω","Ώ":"ω","ῼ":"ωι","Ａ":"a","Ｂ":"b","Ｃ":"c","Ｄ":"d","Ｅ":"e","Ｆ":"f","Ｇ":"g","Ｈ":"h","Ｉ":"i","Ｊ":"j","Ｋ":"k",
"Ｌ":"l","Ｍ":"m","Ｎ":"n","Ｏ":"o","Ｐ":"p","Ｑ":"q","Ｒ":"r","Ｓ":"s","Ｔ":"t","Ｕ":"u","Ｖ":"v","Ｗ":"w","Ｘ":"x","Ｙ":"y",
"Ｚ":"z","ａ":"a","ｂ":"b","ｃ":"c","ｄ":"d","ｅ":"e","ｆ":"f","ｇ":"g","ｈ":"h","ｉ":"i","ｊ":"j","ｋ":"k","ｌ":"l","ｍ":"m",
"ｎ":"n","ｏ":"o","ｐ":"p","ｑ":"q","ｒ":"r","ｓ":"s","ｔ":"t","ｕ":"u","ｖ":"v","ｗ":"w","ｘ":"x","ｙ":"y","ｚ":"z"}')),
    letters(team, name, place, letter) AS (
      SELECT rowid, search_name, 1, substr(search_name, 1, 1) FROM teams WHERE search_name GLOB '*[^ -~]*'
      UNION ALL
      SELECT team, name, place + 1, substr(name, place + 1, 1) FROM letters WHERE place < length(name)
    )
  SELECT team, group_concat(coalesce(form, letter), '' ORDER BY place) AS name
  FROM letters LEFT JOIN folds USING (letter) GROUP BY team
) folded WHERE teams.rowid = folded.team;
--> statement-breakpoint
-- The triggers below count the new column, too.
UPDATE project_storage SET team_bytes = team_bytes
  + coalesce((SELECT sum(octet_length(search_name)) FROM teams WHERE teams.project_id = project_storage.project_id), 0);
--> statement-breakpoint
DROP TRIGGER internal_new_teams_are_short;
--> statement-breakpoint
CREATE TRIGGER internal_new_teams_are_short BEFORE INSERT ON teams
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.search_name
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
DROP TRIGGER internal_changed_teams_are_short;
--> statement-breakpoint
CREATE TRIGGER internal_changed_teams_are_short BEFORE UPDATE OF
  display_name, client_metadata, client_read_only_metadata, server_metadata, search_name
ON teams
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.search_name
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_new_teams;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_teams AFTER INSERT ON teams
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, team_bytes = team_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.display_name, new.profile_image_url, new.client_metadata,
      new.client_read_only_metadata, new.server_metadata, new.search_name, new.creator_user_id
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_changed_teams;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_teams AFTER UPDATE OF
  id, display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata, search_name, creator_user_id
ON teams
WHEN octet_length(concat(
  new.id, new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata,
  new.server_metadata, new.search_name, new.creator_user_id
)) <> octet_length(concat(
  old.id, old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata,
  old.server_metadata, old.search_name, old.creator_user_id
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET team_bytes = team_bytes
    + octet_length(concat(
      new.id, new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata,
      new.server_metadata, new.search_name, new.creator_user_id
    ))
    - octet_length(concat(
      old.id, old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata,
      old.server_metadata, old.search_name, old.creator_user_id
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(
      new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.search_name,
      new.creator_user_id
    )) > octet_length(concat(
      old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata, old.server_metadata, old.search_name,
      old.creator_user_id
    ))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_deleted_teams;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_teams AFTER DELETE ON teams
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, team_bytes = team_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.display_name, old.profile_image_url, old.client_metadata,
      old.client_read_only_metadata, old.server_metadata, old.search_name, old.creator_user_id
    ))
  WHERE project_id = old.project_id;
END;
