"""Words that tell nothing about a subject, by language, as they are compared: lower case, without accents.

In English only pure function words stand here: words that are also names (`can` of paint, `may`, `will`) are
left out of questions far less often than they help. Particles of verbs (`sign off`) tell no more than
prepositions do. `IT` and `US` in capitals are kept by the analyzer. The same words tell what language a text
is in.
"""

from collections.abc import Mapping

_WORDS = {
    "english": """
        a about am an and any are as at be because been being but by can could did do does doing
        down for from had has have having he her here hers him his how i if in into is it its itself
        just let me my of off on or our ours out shall she should so some such than that the their
        theirs them then there these they this those to too up us very was we were what when where
        which while who whom whose why will with would you your yours
    """,
    "german": """
        aber als am an auch auf aus bei beim bin bis bist da damit dann das dass dein dem den
        denn der des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein
        eine einem einen einer eines er es etwas fur gegen habe haben hat hatte hier hinter ich
        ihm ihn ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt
        kann kein keine keinen keiner konnen man mein meine mich mir mit muss mussen nach nicht
        noch nun nur ob oder ohne sehr sein seine seinem seiner sich sie sind so soll sollen
        sowie uber um und uns unser unsere unter vom von vor wann war waren warum was weil
        welche welchen welcher welches wenn wer werde werden wie wieder wir wird wo wurde wurden
        zu zum zur zwischen
    """,
    "french": """
        c d j l m n qu s t a ai alors au aucun aussi autre aux avec avez avoir car ce cela ces cet cette ceux
        chaque chez ci comme comment dans de des deux doit doivent donc du elle elles en entre
        est et etaient etait ete etes etre eu fait faut ici il ils je la le les leur leurs lors
        lui ma mais me meme mes moi mon ne nos notre nous on ont ou par pas peut peuvent plus
        pour pourquoi qu quand que quel quelle quelles quels qui sa sans se sera ses si soit son
        sont sous sur ta te tes toi ton tous tout toute toutes tres tu un une vos votre vous y
    """,
    "spanish": """
        a al algo algun alguna alguno ante antes como con cual cuales cuando cuanto cuantos de
        debe deben del desde donde dos el ella ellas ellos en entre era eran es esa ese eso esta
        estan estar estas este esto estos fue fueron ha han hasta hay la las le les lo los mas
        me mi mientras muy ni no nos nosotros o otra otro para pero poco por porque pueda puede
        pueden que quien se sea sean ser si sido sin sobre son su sus tambien tanto te tiene
        tienen todo todos tras tu tus un una uno unos usted y ya yo
    """,
    "portuguese": """
        a ao aos aquela aquele as ate com como da das de dela dele deles depois deve devem do
        dos e ela elas ele eles em entre era eram essa esse esta estao estar estas este estes eu
        foi foram ha isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem no nos
        nossa nosso num numa o os ou para pela pelas pelo pelos pode podem por porque quais qual
        quando quanto que quem sao se seja sem ser seu seus so sobre sua suas tambem te tem
        tinha um uma voce voces
    """,
    "italian": """
        all dell dall d l nell sull un a ad agli ai al alla alle allo anche c che chi ci come con cosa cui da dagli dai dal
        dalla dalle degli dei del della delle dello deve devono di dove due e ed era erano
        essere gia gli ha hanno i il in io la le lei li lo loro lui ma mi mio ne negli nei nel
        nella nelle no noi non nostra nostro o ogni per perche piu possono puo qual quale quali
        quando quanto quella quello questa queste questi questo se sei si sia siamo siano sono
        sta stato su sua sue sugli sui sul sulla sulle suo suoi ti tra tu tutti tutto un una uno
        vi voi
    """,
    "dutch": """
        aan al alle alleen als andere bij daar dan dat de deze die dit doen door dus een en er
        geen geweest had heb hebben heeft hem het hier hij hoe hun iedere iets ik in is ja je
        kan kunnen maar me meer men met mijn moet moeten na naar niet niets nog nu of om omdat
        onder ons onze ook op over te tegen toch toen tot u uit uw van vanaf veel voor waar
        waarom wanneer wat we wel welk welke werd werden wie wij wil worden wordt zal ze zich
        zij zijn zo zonder zou
    """,
    "swedish": """
        alla allt an ar at att av blev bli blir de dem den denna deras dess dessa det detta dig
        din dina ditt du efter ej eller en er ett for fore fran ha hade han hans har hennes hon
        honom hur i ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot
        mycket nagon nagot nagra nar ni nu och om oss over pa sa samma sedan sig sin sina sitt
        ska skall skulle som till under upp ut utan vad var vara vardera varfor varit varje vem
        vi vid vilka vilken vilket
    """,
    "danish": """
        ad af alle alt anden andet andre at blev blive bliver da de dem den denne der deres det
        dette dig din dine dit dog du efter eller en end er et fa for fordi fra gar ham han hans
        har havde hende hendes her hos hun hvad hvem hver hvilke hvilken hvilket hvis hvor
        hvordan hvorfor hvornar i ikke ind ingen jeg jer kan kunne ma man mange med meget mellem
        men mig min mine mit mod nar ned ni nogen noget nogle nu og ogsa om op os over pa sadan
        selv sig sin sine sit skal skulle som thi til ud uden under vaere vaeret var ved vi vil
        ville
    """,
    "norwegian": """
        a alle andre at av bare begge ble bli blir blitt da de deg dem den denne der dere deres
        det dette din disse ditt du eller en enn er et ett etter fa for fordi fra ha hadde han
        hans har henne her hos hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan
        hvorfor i ikke ingen inn jeg kan kom kunne man mange med meg mellom men mer min mine
        mitt mot mye na nar nei noe noen og ogsa om opp oss over pa sa samme seg selv sin sine
        sitt skal skulle slik som til ut uten vaere vaert var ved vi vil ville
    """,
    "finnish": """
        ehka ei eivat en ennen enta ett etta han hanen he heidan hyvin ilman itse ja jo johon
        joissa joka jokainen jolla jonka jos jossa josta jota jotka jotta kaikki kanssa kautta
        kuin kuinka kuka kun me meidan mihin mika mikali miksi milla milloin mina minka minulla
        minun minut missa mista mita miten moni mutta myos ne niiden niin niita noin nyt ole
        olemme olen olette oli olisi olivat olla on onko ovat paljonko pitaa saa se seka sen
        siella siina siita silla sina sita taalla tai tama taman tasta tata te tulee vaan vai
        vain voi voidaan voivat yli
    """,
    "hungarian": """
        a abban ahol aki akik akkor alatt altal amely amelyek amelyet ami amikor annak arra az
        azok azon azt azzal be csak de e egy egyes egyik el elott en es ez ezek ezen ezert ezt
        fel ha hanem hany hogy hogyan hol igen illetve is itt jol kell kellett ki kozott kozul
        le lehet lesz lett maga majd mar meg mely melyik mennyi mert mi miert mikor milyen
        minden mint mit mivel nagyon nekem nelkul nem nincs o oda ok olyan ott pedig sem semmi
        soran szamara szerint szinte tehat tobb ugy utan vagy vagyok valamint van vannak volt
        voltak
    """,
    "romanian": """
        a aceasta acest acesta aceste acestea acestei acestor acestui ai al ale am ar are as asa
        astfel au avea ca cand care carei caror carui cat cate catre ce cei cel cele celor cine
        cu cum da daca dar de decat deci deja despre din dintre dupa ea ei el ele eram este eu
        fara fi fie fiecare fost ii in inainte intr intre isi la langa le li lor lui mai mea mei
        mi ne nici noi nostru nu o ori pana pe pentru peste poate pot prin printr sa sau se si
        sub sunt sunteti te toate tot toti trebuie tu un unde unei unor unui va voi vor
    """,
    "turkish": """
        acaba ama ancak artik asla bana bazi belki ben beni benim bile bir biri biz bize bizim
        bu buna bunda bundan bunlar bunu bunun da daha dahi de defa degil diye eger en gibi
        hangi hem hep hepsi her hic icin ile ise kac kadar kendi ki kim kimse madem mi mu nasil
        ne neden nerede nereye nicin niye o olan olarak oldu oldugu olmak olmasi olup olur ona
        onlar onu onun oysa sana sen senin siz size sizin sonra su tum uzere var ve veya ya yani
        yok
    """,
    "polish": """
        aby albo ale bardzo beda bedzie bez bo byc byl byla bylo byly ci co czy dla dlaczego do
        gdy gdzie go i ich ile im inne jak jaka jaki jakie jako je jego jej jesli jest juz kazdy
        kiedy kto ktora ktore ktorego ktorej ktory ktorych ktorym lub ma maja mi mnie moze mozna
        na nad nie niz o od oraz po pod podczas poza przed przez przy sa sie tak takie tam te
        tego tej ten to tu tych tylko tym u w we wiec wszystkie z za ze zostal
    """,
    "czech": """
        aby ale ani az bez bude budou by byl byla byli bylo byt ci co coz do ho i ich jak jake
        jako jaky je jeho jej jejich jen jeste ji jiz jsem jsme jsou jste k kam kde kdo kdy kdyz
        ke ktera ktere kterou ktery kterych ma mezi mi mit mu muze na nad nam nas ne nebo nebyl
        neni nez o od on pak po pod podle pokud pouze prave pred pres pri pro proc proto protoze
        s se si sve ta tak take takto tato tedy ten tento teto tim to tohoto tomto tuto ty u uz
        v ve vice vsak z za ze
    """,
    "catalan": """
        aixo al als amb aquest aquesta aquests com d de del dels des el els en entre era es esta
        estan ha han hi i ja l la les li llur me mes meu molt ni no nosaltres o on pel pels per
        pero perque poden pot quan quant que qui quin quina s se sense ser seu seva si sobre son
        sota tambe tan te tot tots un una uns va vostre
    """,
    "indonesian": """
        ada adalah agar akan anda antara apa apakah atau bagaimana bagi bahwa banyak beberapa
        belum berapa bila bisa dalam dan dapat dari dengan di dia hanya harus hingga ia ini itu
        jika juga kami kapan karena ke kepada kita lain lebih maka mana mengapa mereka namun
        oleh pada para saat saja sampai sangat saya sebagai sebelum secara sedang sehingga semua
        seperti serta setelah setiap siapa sudah tanpa tapi telah tentang terhadap tersebut
        tetapi tidak untuk yaitu yang
    """,
}

STOP_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split()) for language, words in _WORDS.items()
}
"""Function words of languages by the names of their stemmers."""

ACRONYMS: frozenset[str] = frozenset({"IT", "US"})
"""Words that mean something else in capitals, even where all of a question is in them."""

PRONOUN = "I"
"""The function word that is always a capital."""

CURRENCIES: Mapping[str, str] = {
    **dict.fromkeys(("£", "pound", "pounds"), "gbp"),
    **dict.fromkeys(("€", "euro", "euros"), "eur"),
    **dict.fromkeys(("$", "dollar", "dollars"), "usd"),
    **dict.fromkeys(("¥", "yen"), "jpy"),
    "₩": "krw",
    "₹": "inr",
}
"""The signs and names of currencies by the codes that tables and rules write; people ask in names."""
