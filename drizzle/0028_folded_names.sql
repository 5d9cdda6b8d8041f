-- Search leaves out accents, and finds two characters of East Asia anywhere in a name. Names beyond ASCII are brought into that form
-- here, and their index is written anew. A statement of D1 nests a hundred calls at most, so there are 8 for the letters.
DELETE FROM user_search WHERE rowid IN (SELECT ordinal FROM users WHERE search_name GLOB '*[^ -~]*');
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ā', 'a'), 'ă', 'a')
  , 'ą', 'a'), 'ǎ', 'a'), 'ǟ', 'a'), 'ǡ', 'a'), 'ǻ', 'a'), 'ȁ', 'a'), 'ȃ', 'a'), 'ȧ', 'a')
  , 'ḁ', 'a'), 'ạ', 'a'), 'ả', 'a'), 'ấ', 'a'), 'ầ', 'a'), 'ẩ', 'a'), 'ẫ', 'a'), 'ậ', 'a')
  , 'ắ', 'a'), 'ằ', 'a'), 'ẳ', 'a'), 'ẵ', 'a'), 'ặ', 'a'), 'ç', 'c'), 'ć', 'c'), 'ĉ', 'c')
  , 'ċ', 'c'), 'č', 'c'), 'ḉ', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ē', 'e')
  , 'ĕ', 'e'), 'ė', 'e'), 'ę', 'e'), 'ě', 'e'), 'ȅ', 'e'), 'ȇ', 'e'), 'ȩ', 'e'), 'ḕ', 'e')
  , 'ḗ', 'e'), 'ḙ', 'e'), 'ḛ', 'e'), 'ḝ', 'e'), 'ẹ', 'e'), 'ẻ', 'e'), 'ẽ', 'e'), 'ế', 'e')
  , 'ề', 'e'), 'ể', 'e'), 'ễ', 'e'), 'ệ', 'e')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ĩ', 'i'), 'ī', 'i'), 'ĭ', 'i'), 'į', 'i')
  , 'ǐ', 'i'), 'ȉ', 'i'), 'ȋ', 'i'), 'ḭ', 'i'), 'ḯ', 'i'), 'ỉ', 'i'), 'ị', 'i'), 'ñ', 'n')
  , 'ń', 'n'), 'ņ', 'n'), 'ň', 'n'), 'ǹ', 'n'), 'ṅ', 'n'), 'ṇ', 'n'), 'ṉ', 'n'), 'ṋ', 'n')
  , 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ō', 'o'), 'ŏ', 'o')
  , 'ő', 'o'), 'ơ', 'o'), 'ǒ', 'o'), 'ǫ', 'o'), 'ǭ', 'o'), 'ǿ', 'o'), 'ȍ', 'o'), 'ȏ', 'o')
  , 'ȫ', 'o'), 'ȭ', 'o'), 'ȯ', 'o'), 'ȱ', 'o'), 'ṍ', 'o'), 'ṏ', 'o'), 'ṑ', 'o'), 'ṓ', 'o')
  , 'ọ', 'o'), 'ỏ', 'o'), 'ố', 'o'), 'ồ', 'o'), 'ổ', 'o'), 'ỗ', 'o'), 'ộ', 'o'), 'ớ', 'o')
  , 'ờ', 'o'), 'ở', 'o'), 'ỡ', 'o'), 'ợ', 'o')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'ũ', 'u'), 'ū', 'u'), 'ŭ', 'u'), 'ů', 'u')
  , 'ű', 'u'), 'ų', 'u'), 'ư', 'u'), 'ǔ', 'u'), 'ǖ', 'u'), 'ǘ', 'u'), 'ǚ', 'u'), 'ǜ', 'u')
  , 'ȕ', 'u'), 'ȗ', 'u'), 'ṳ', 'u'), 'ṵ', 'u'), 'ṷ', 'u'), 'ṹ', 'u'), 'ṻ', 'u'), 'ụ', 'u')
  , 'ủ', 'u'), 'ứ', 'u'), 'ừ', 'u'), 'ử', 'u'), 'ữ', 'u'), 'ự', 'u'), 'ý', 'y'), 'ÿ', 'y')
  , 'ŷ', 'y'), 'ȳ', 'y'), 'ẏ', 'y'), 'ẙ', 'y'), 'ỳ', 'y'), 'ỵ', 'y'), 'ỷ', 'y'), 'ỹ', 'y')
  , 'ď', 'd'), 'đ', 'd'), 'ḋ', 'd'), 'ḍ', 'd'), 'ḏ', 'd'), 'ḑ', 'd'), 'ḓ', 'd'), 'ĝ', 'g')
  , 'ğ', 'g'), 'ġ', 'g'), 'ģ', 'g'), 'ǧ', 'g'), 'ǵ', 'g'), 'ḡ', 'g'), 'ĥ', 'h'), 'ħ', 'h')
  , 'ȟ', 'h'), 'ḣ', 'h'), 'ḥ', 'h'), 'ḧ', 'h')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'ḩ', 'h'), 'ḫ', 'h'), 'ẖ', 'h'), 'ĵ', 'j'), 'ǰ', 'j'), 'ķ', 'k'), 'ǩ', 'k'), 'ḱ', 'k')
  , 'ḳ', 'k'), 'ḵ', 'k'), 'ĺ', 'l'), 'ļ', 'l'), 'ľ', 'l'), 'ł', 'l'), 'ḷ', 'l'), 'ḹ', 'l')
  , 'ḻ', 'l'), 'ḽ', 'l'), 'ŕ', 'r'), 'ŗ', 'r'), 'ř', 'r'), 'ȑ', 'r'), 'ȓ', 'r'), 'ṙ', 'r')
  , 'ṛ', 'r'), 'ṝ', 'r'), 'ṟ', 'r'), 'ś', 's'), 'ŝ', 's'), 'ş', 's'), 'š', 's'), 'ș', 's')
  , 'ṡ', 's'), 'ṣ', 's'), 'ṥ', 's'), 'ṧ', 's'), 'ṩ', 's'), 'ţ', 't'), 'ť', 't'), 'ŧ', 't')
  , 'ț', 't'), 'ṫ', 't'), 'ṭ', 't'), 'ṯ', 't'), 'ṱ', 't'), 'ẗ', 't'), 'ŵ', 'w'), 'ẁ', 'w')
  , 'ẃ', 'w'), 'ẅ', 'w'), 'ẇ', 'w'), 'ẉ', 'w'), 'ẘ', 'w'), 'ź', 'z'), 'ż', 'z'), 'ž', 'z')
  , 'ẑ', 'z'), 'ẓ', 'z'), 'ẕ', 'z'), 'ǣ', 'æ')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'ǽ', 'æ'), 'ǯ', 'ʒ'), 'ά', 'α'), 'ἀ', 'α'), 'ἁ', 'α'), 'ἂ', 'α'), 'ἃ', 'α'), 'ἄ', 'α')
  , 'ἅ', 'α'), 'ἆ', 'α'), 'ἇ', 'α'), 'ὰ', 'α'), 'ᾰ', 'α'), 'ᾱ', 'α'), 'ᾶ', 'α'), 'έ', 'ε')
  , 'ἐ', 'ε'), 'ἑ', 'ε'), 'ἒ', 'ε'), 'ἓ', 'ε'), 'ἔ', 'ε'), 'ἕ', 'ε'), 'ὲ', 'ε'), 'ή', 'η')
  , 'ἠ', 'η'), 'ἡ', 'η'), 'ἢ', 'η'), 'ἣ', 'η'), 'ἤ', 'η'), 'ἥ', 'η'), 'ἦ', 'η'), 'ἧ', 'η')
  , 'ὴ', 'η'), 'ῆ', 'η'), 'ί', 'ι'), 'ΐ', 'ι'), 'ϊ', 'ι'), 'ἰ', 'ι'), 'ἱ', 'ι'), 'ἲ', 'ι')
  , 'ἳ', 'ι'), 'ἴ', 'ι'), 'ἵ', 'ι'), 'ἶ', 'ι'), 'ἷ', 'ι'), 'ὶ', 'ι'), 'ῐ', 'ι'), 'ῑ', 'ι')
  , 'ῒ', 'ι'), 'ῖ', 'ι'), 'ῗ', 'ι'), 'ό', 'ο'), 'ὀ', 'ο'), 'ὁ', 'ο'), 'ὂ', 'ο'), 'ὃ', 'ο')
  , 'ὄ', 'ο'), 'ὅ', 'ο'), 'ὸ', 'ο'), 'ύ', 'υ')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'ϋ', 'υ'), 'ΰ', 'υ'), 'ὐ', 'υ'), 'ὑ', 'υ'), 'ὒ', 'υ'), 'ὓ', 'υ'), 'ὔ', 'υ'), 'ὕ', 'υ')
  , 'ὖ', 'υ'), 'ὗ', 'υ'), 'ὺ', 'υ'), 'ῠ', 'υ'), 'ῡ', 'υ'), 'ῢ', 'υ'), 'ῦ', 'υ'), 'ῧ', 'υ')
  , 'ώ', 'ω'), 'ὠ', 'ω'), 'ὡ', 'ω'), 'ὢ', 'ω'), 'ὣ', 'ω'), 'ὤ', 'ω'), 'ὥ', 'ω'), 'ὦ', 'ω')
  , 'ὧ', 'ω'), 'ὼ', 'ω'), 'ῶ', 'ω'), 'ѐ', 'е'), 'ё', 'е'), 'ӗ', 'е'), 'ѓ', 'г'), 'ї', 'і')
  , 'ќ', 'к'), 'ѝ', 'и'), 'й', 'и'), 'ӣ', 'и'), 'ӥ', 'и'), 'ў', 'у'), 'ӯ', 'у'), 'ӱ', 'у')
  , 'ӳ', 'у'), 'ѷ', 'ѵ'), 'ӂ', 'ж'), 'ӝ', 'ж'), 'ӑ', 'а'), 'ӓ', 'а'), 'ӛ', 'ә'), 'ӟ', 'з')
  , 'ӧ', 'о'), 'ӫ', 'ө'), 'ӭ', 'э'), 'ӵ', 'ч'), 'ӹ', 'ы'), 'ḃ', 'b'), 'ḅ', 'b'), 'ḇ', 'b')
  , 'ḟ', 'f'), 'ḿ', 'm'), 'ṁ', 'm'), 'ṃ', 'm')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(search_name
  , 'ṕ', 'p'), 'ṗ', 'p'), 'ṽ', 'v'), 'ṿ', 'v'), 'ẋ', 'x'), 'ẍ', 'x'), 'ῤ', 'ρ'), 'ῥ', 'ρ')
  , '̀', ''), '́', ''), '̂', ''), '̃', ''), '̄', ''), '̅', ''), '̆', ''), '̇', '')
  , '̈', ''), '̉', ''), '̊', ''), '̋', ''), '̌', ''), '̍', ''), '̎', ''), '̏', '')
  , '̐', ''), '̑', ''), '̒', ''), '̓', ''), '̔', ''), '̕', ''), '̖', ''), '̗', '')
  , '̘', ''), '̙', ''), '̚', ''), '̛', ''), '̜', ''), '̝', ''), '̞', ''), '̟', '')
  , '̠', ''), '̡', ''), '̢', ''), '̣', ''), '̤', ''), '̥', ''), '̦', ''), '̧', '')
  , '̨', ''), '̩', ''), '̪', ''), '̫', ''), '̬', ''), '̭', ''), '̮', ''), '̯', '')
  , '̰', ''), '̱', ''), '̲', ''), '̳', '')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE users SET search_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(search_name
  , '̴', ''), '̵', ''), '̶', ''), '̷', ''), '̸', ''), '̹', ''), '̺', ''), '̻', '')
  , '̼', ''), '̽', ''), '̾', ''), '̿', ''), '͂', ''), '͆', ''), '͇', ''), '͈', '')
  , '͉', ''), '͊', ''), '͋', ''), '͌', ''), '͍', ''), '͎', ''), '͏', ''), '͐', '')
  , '͑', ''), '͒', ''), '͓', ''), '͔', ''), '͕', ''), '͖', ''), '͗', ''), '͘', '')
  , '͙', ''), '͚', ''), '͛', ''), '͜', ''), '͝', ''), '͞', ''), '͟', ''), '͠', '')
  , '͡', ''), '͢', ''), 'ͣ', ''), 'ͤ', ''), 'ͥ', ''), 'ͦ', ''), 'ͧ', ''), 'ͨ', '')
  , 'ͩ', ''), 'ͪ', ''), 'ͫ', ''), 'ͬ', ''), 'ͭ', ''), 'ͮ', ''), 'ͯ', '')
WHERE search_name GLOB '*[^ -~]*';
--> statement-breakpoint
INSERT INTO user_search (rowid, tokens) SELECT ordinal, (
  WITH RECURSIVE
    texts(text) AS (
      SELECT users.search_name WHERE users.search_name <> ''
      UNION ALL
      SELECT value FROM (
        SELECT value FROM contact_channels
        WHERE contact_channels.project_id = users.project_id AND contact_channels.user_id = users.id
          AND (is_primary = 1 OR used_for_auth = 1)
        ORDER BY is_primary DESC, created_at, id LIMIT 5
      )
    ),
    grams(text, position) AS (
      SELECT text, -1 FROM texts
      UNION ALL
      SELECT text, position + 1 FROM grams WHERE position < length(text) - 2
    )
  SELECT substr(users.project_id, 1, 8) || 'id' || replace(users.id, '-', '') || coalesce(group_concat(
    ' ' || substr(users.project_id, 1, 8) || hex(substr(text, max(position, 1), min(position + 2, 3))), ''
    ORDER BY text, position
  ), '') || coalesce(group_concat(
    CASE WHEN position > 0 AND unicode(substr(text, position + 1, 1)) >= 11904
      THEN ' ' || substr(users.project_id, 1, 8) || hex(substr(text, position + 1, 2)) END, ''
  ), '') FROM grams
) FROM users WHERE NOT EXISTS (SELECT 1 FROM user_search WHERE user_search.rowid = users.ordinal);
