"""Our own lists of names, by the people they fit. Used by `warbands.rules.names`."""

from __future__ import annotations

from typing import Final, NamedTuple


class Stock(NamedTuple):
    """Names for warbands and warriors."""

    companies: tuple[str, ...]
    people: tuple[str, ...]


def _stock(companies: str, people: str) -> Stock:
    return Stock(*(tuple(part.strip() for part in names.split(",")) for names in (companies, people)))


EMPIRE: Final = "empire"
"""Names for warriors of lists that are not in STOCK_OF."""

STOCKS: Final[dict[str, Stock]] = {
    EMPIRE: _stock(
        "The Broken Lanterns, The Ash Company, The Gutter Banner, The Last Wage, The Cold Hearth, The Grey Cloaks,"
        "The Tin Crown, The Ferrymen, The Crooked Mile, The Sunday Men, The Wet Powder, The Honest Company",
        "Otto, Anna, Wilhelm, Greta, Jost, Marta, Ruprecht, Ilse, Dieter, Hanne, Konrad, Lenz, Berthold, Edda, Falk,"
        "Gisela, Henning, Irma, Jakob, Katrin, Ludo, Mechthild, Niklas, Odila, Piet, Renate, Sigbert, Trude, Ulrich,"
        "Veit, Walburga, Ansgar",
    ),
    "sisters": _stock(
        "The Hammer Vigil, The Ash Sisters, The Rock's Daughters, The Quiet Order, The Lit Candle, The Seventh Bell,"
        "The White Knot, The Patient Hammer",
        "Adelheid, Bertrada, Clothilde, Dorothea, Ermgard, Frida, Gudrun, Hedwig, Isolde, Jutta, Kunigund, Leonore,"
        "Mathilde, Notburga, Ottilie, Petra, Roswitha, Sieglinde, Theda, Ursel",
    ),
    "hunters": _stock(
        "The Pyre Watch, The Grim Writ, The Iron Candle, The Righteous Cord, The Silver Nail, The Black Bible,"
        "The Salted Ground, The Third Warning",
        "Gottlieb, Balthasar, Ehrenfried, Hartwig, Leberecht, Traugott, Zacharias, Gottschalk, Hieronymus, Ignaz,"
        "Benedikt, Severin, Tobias, Wolfram, Kaspar, Melchior, Valentin, Burkhard",
    ),
    "skaven": _stock(
        "The Rat Tithe, The Gnawed Claw, The Under-Bell, The Green Whisper, The Night Scurry, The Bitten Coin,"
        "The Thirteen Tails, The Wet Cellar",
        "Skrit, Rattik, Vrisk, Chitter, Krenk, Thrisp, Gnaw, Slit, Twitch, Scurr, Nikkit, Fesk, Hrisk, Ratchik,"
        "Skweel, Vermik, Squeen, Pikrit, Snibbet, Yikk, Mossflea, Drekk",
    ),
    "undead": _stock(
        "The Unburied, The Pale Court, The Long Night, The Empty Graves, The Cold Procession, The Late Guests,"
        "The Sexton's Debt, The Shut Eyes",
        "Varga, Malvina, Ossian, Grimald, Sorrow, Hollow Jan, Mirabel, Old Marrow, Pale Lise, Rook, Tallow,"
        "Udo the Late, Wenzel, Crypt Hob, Grave Nan, Mother Lime, Blind Casper, Dusk, Ferenc",
    ),
    "cult": _stock(
        "The Shadow Choir, The Thirteenth Hour, The Weeping Gate, The Changed, The Red Vigil, The Sweet Rot,"
        "The Masked Supper, The Open Mouth",
        "Lenka, Maskless Til, Brother Wen, Sister Ash, Ottokar, Many-Eyed Jorg, Silken Ruth, Weeping Karl, Vesna,"
        "Laughing Bert, Old Blister, Hugo the Turned, Pale Ingrid, Three-Thumbs, Ambros, Sabine, Gall, Mother Fly",
    ),
    "dwarf": _stock(
        "The Deep Ledger, The Ninth Gallery, The Broken Anvil, The Long Account, The Stone Guests, The Lamp and Pick,"
        "The Unpaid Oath, The Copper Beards",
        "Borin, Durgrim, Hardrek, Krudd, Mordin, Norgrim, Odrik, Rundi, Skalli, Throrik, Urgan, Varn, Yorri, Brokk,"
        "Dolgan, Finn Flintbrow, Grundi, Hrugar, Kettil, Stein",
    ),
    "elf": _stock(
        "The Silver Hush, The Ninth Shadow, The Bent Bough, The Cold Star, The Grey Leaf, The Unseen Guests,"
        "The Long Autumn, The Thorn Gate",
        "Aelith, Caranel, Daereth, Elowen, Faelas, Ithrel, Lianor, Maelis, Nimuen, Orethir, Quelas, Saerin, Thaliel,"
        "Uthiel, Vaerys, Ysil, Ceridel, Morvael",
    ),
    "greenskin": _stock(
        "The Big Teef, Da Loud Ladz, The Broken Choppas, The Mud Kings, Da Last Stompin', The Yellow Moon,"
        "Da Bad Neighbours, The Bitten Ears",
        "Grubnik, Morgash, Snagrip, Bonkit, Gutrip, Zagmut, Nobnose, Urgok, Skabbit, Wugga, Drukkul, Mugsnik,"
        "Gobbit, Thudd, Ratgob, Yazg, Oggrim, Spleek",
    ),
    "beast": _stock(
        "The Torn Hide, The Red Antler, The Bray at Night, The Trampled Field, The Bone Herd, The Broken Fence,"
        "The Old Hunger, The Wet Horn",
        "Ghorrag, Urkhar, Braghoof, Khazgor, Morrun, Thrag, Rakkor, Skarn, Wulgor, Groth, Ashmane, Split-Horn,"
        "Oldhide, Vargul, Ruk, Tornear, Hurgh, Brask",
    ),
    "lizard": _stock(
        "The Warm Stone, The Drowned Steps, The Third Sun, The Still Water, The Feathered Hand, The Patient Teeth,"
        "The Green Calendar, The Long Noon",
        "Xhotl, Tlaqua, Itzik, Quatli, Chaltec, Otlan, Zecuatl, Huapa, Tixco, Nacotl, Pochtan, Yaxil, Cuitlan,"
        "Tepoc, Acatli, Xoquan",
    ),
    "north": _stock(
        "The Wolf Winter, The Frozen Oar, The Red Sail, The Raven's Share, The Hungry Keel, The Broken Ice,"
        "The Long Ship's Men, The Bear's Teeth",
        "Asgrim, Bjarke, Dagmar, Eirik, Freydis, Gunnhild, Halvard, Ingvar, Kolbein, Leif, Ragnhild, Sigrun, Thorolf,"
        "Ulfar, Vigdis, Yngvi, Hrafn, Svala, Torvald, Arnkel",
    ),
    "steppe": _stock(
        "The Nine Horses, The Dust Behind, The Cut Bridle, The Grass Sea, The Black Yurt, The Wind's Cousins,"
        "The Far Fires, The Empty Saddle",
        "Arslan, Boroq, Chagat, Dorgan, Esugen, Gurbesu, Khadan, Mongke, Nergui, Orda, Sartak, Temugei, Toqta,"
        "Ulagan, Yesui, Batu, Qara, Tolui",
    ),
    "kislev": _stock(
        "The Frost Candle, The Bear's Portion, The Frozen Ford, The White Road, The Long Thaw, The Birch Company,"
        "The Sour Cabbage, The Winged Riders",
        "Alexei, Bogdan, Darya, Fyodor, Galina, Igor, Katya, Lev, Mikhail, Nadya, Oleg, Pavel, Raisa, Stanislav,"
        "Tamara, Vasili, Yelena, Zoya, Grigor, Ludmila",
    ),
    "tilea": _stock(
        "The Gilded Pike, The Paid Company, The Three Lemons, The Contract, The Black Gondola, The Second Advance,"
        "The Laughing Duke, The Olive Branch",
        "Aldo, Beatrice, Cesare, Donata, Enzo, Fiammetta, Giacomo, Isabetta, Lorenzo, Marco, Nicolo, Ottavia, Pietro,"
        "Renzo, Salvatore, Tullia, Ugo, Vittoria, Zanobi, Bianca",
    ),
    "bretonnia": _stock(
        "The Lady's Table, The Bent Lance, The Errant Cup, The Seven Vows, The Muddy Pennon, The Green Chapel,"
        "The Poor Relations, The Silver Ford",
        "Aubert, Blanche, Clovis, Denise, Etienne, Fulbert, Guibert, Heloise, Isembard, Jehan, Lothaire, Mahaut,"
        "Odon, Perrin, Raoul, Sybille, Thibault, Yvain",
    ),
    "desert": _stock(
        "The Ninth Caravan, The Dry Well, The Copper Lamp, The Shadow at Noon, The Counted Stars, The Salt Road,"
        "The Borrowed Camels, The Moon's Quarter",
        "Abbas, Basim, Dalia, Farid, Ghazal, Hakim, Idris, Jamila, Karim, Layla, Mansur, Nadim, Qasim, Rashid,"
        "Samira, Tariq, Yasmin, Zahir",
    ),
    "tomb": _stock(
        "The Sealed Door, The Sand Court, The Second Dynasty, The Counted Dead, The Gold Mask, The Silent River,"
        "The Jackal's Guests, The Ninth Jar",
        "Ankhet, Baktra, Djerhor, Harsiu, Imkhet, Kamenu, Menhor, Nebsut, Pashedu, Rahotet, Senmet, Tamuthes,"
        "Userkaf, Wahibra, Hetepra, Khepru",
    ),
    "amazon": _stock(
        "The Serpent's Sisters, The Painted Spear, The River Daughters, The Jaguar Moon, The Hidden Stair,"
        "The Green Veil, The First Mothers, The Sun's Knife",
        "Anahi, Cuzira, Ixara, Kalina, Maraca, Nayeli, Oriana, Penthis, Quilla, Rimaya, Sayen, Talia, Urpi, Yara,"
        "Zyanya, Illari, Killari, Amaru",
    ),
    "cathay": _stock(
        "The Empty Bowl, The Jade Bell, The Ten Thousand Steps, The Quiet Bamboo, The Rising Heron, The Paper Lantern,"
        "The Ninth Gate, The Still Pond",
        "Bao, Chen, Dai, Fen, Guo, Han, Jin, Kang, Lian, Mei, Ning, Peng, Qiu, Ren, Shu, Tao, Wen, Xia, Yu, Zhong",
    ),
    "ogre": _stock(
        "The Full Belly, The Third Breakfast, The Big Contract, The Cracked Pot, The Heavy Guests, The Stew Company,"
        "The Paid in Meat, The Broken Bench",
        "Bogg, Gorlug, Mulch, Hurk, Grobb, Olgut, Brogg, Skrund, Thrub, Ugrash, Domm, Krogg, Munk, Ragg, Vulg, Zarg",
    ),
    "halfling": _stock(
        "The Pie Company, The Second Helping, The Low Door, The Bent Spoon, The Long Pipe, The Bramble Boys,"
        "The Cold Larder, The Brass Button",
        "Bodo, Clover, Dilly, Fosco, Goodie, Hob, Jolly, Lavender, Milo, Nettle, Odo, Posy, Rollo, Sorrel, Tansy,"
        "Wat, Pip, Marigold, Ned, Quince",
    ),
    "sea": _stock(
        "The Black Bilge, The Sunk Cost, The Rum Share, The Drowned Bell, The Lee Shore, The Barnacles,"
        "The Short Plank, The Captain's Parrot",
        "Black Meg, Calico Joss, One-Ear Pim, Salty Bess, Long Tom, Gunner Will, Red Annie, Bosun Krull, Squint,"
        "Ratlines Rob, Molly Tar, Half-Hand Hal, Old Barnacle, Jonah, Cutlass Kate, Peg Dunstan, Finch, Grog Betty",
    ),
    "forest": _stock(
        "The Old Roots, The Walking Wood, The Split Oak, The Rustling, The Moss Court, The Winter Bark,"
        "The Angry Orchard, The Last Grove",
        "Alderwight, Bramblefist, Cinderbark, Dewbranch, Elderthorn, Fernwhisper, Gnarlroot, Hollybite, Ivycrown,"
        "Knotweed, Lichenback, Mossmother, Oakenwrath, Rowansong, Sapling, Thistleheart, Willowmourn, Yewshade",
    ),
}

STOCK_OF: Final[dict[str, str]] = {
    code: stock
    for stock, codes in {
        "sisters": "sisters_of_sigmar",
        "hunters": "witch_hunters",
        "skaven": "skaven clan_pestilens",
        "undead": "undead restless_dead cursed_cavalcade",
        "cult": "cult_of_the_possessed carnival_of_chaos court_of_pleasures",
        "dwarf": "dwarf_treasure_hunters dwarf_rangers black_dwarfs sons_of_hashut",
        "elf": "dark_elves shadow_warriors wood_elves",
        "greenskin": "orc_mob black_orcs forest_goblins night_goblins",
        "beast": "beastmen_raiders",
        "lizard": "lizardmen",
        "north": "norse_explorers marauders_norse marauders_of_chaos",
        "steppe": "marauders_hung marauders_kurgan",
        "kislev": "kislevites",
        "tilea": "tileans tileans_miragliano tileans_remas tileans_trantio",
        "bretonnia": "bretonnian_knights chapel_guard",
        "desert": "tomb_raiders",
        "tomb": "tomb_guardians",
        "amazon": "amazons_lustria amazons_mordheim",
        "cathay": "battle_monks",
        "ogre": "maneaters",
        "halfling": "mootlanders",
        "sea": "pirates lustrian_reavers",
        "forest": "sylvaneth",
    }.items()
    for code in codes.split()
}
"""The names for each list whose warriors are not from the Empire, by the code of the list."""
