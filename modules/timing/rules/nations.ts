/** Format for nations: IOC codes (used for flags) or ISO codes. */
export const nationFormats = ['ioc', 'iso3', 'iso2', 'none'] as const;
export type NationFormat = (typeof nationFormats)[number];

/** ISO alpha-2, ISO alpha-3, and the IOC code where it differs. */
const table =
  'AD AND,AE ARE UAE,AF AFG,AG ATG ANT,AI AIA,AL ALB,AM ARM,AO AGO ANG,AQ ATA,AR ARG,AS ASM ASA,AT AUT,AU AUS,AW ABW ARU,AX ALA FIN,AZ AZE,' +
  'BA BIH,BB BRB BAR,BD BGD BAN,BE BEL,BF BFA BUR,BG BGR BUL,BH BHR BRN,BI BDI,BJ BEN,BL BLM FRA,BM BMU BER,BN BRN BRU,BO BOL,BQ BES NED,BR BRA,' +
  'BS BHS BAH,BT BTN BHU,BV BVT,BW BWA BOT,BY BLR,BZ BLZ BIZ,CA CAN,CC CCK AUS,CD COD,CF CAF,CG COG CGO,CH CHE SUI,CI CIV,CK COK,CL CHL CHI,' +
  'CM CMR,CN CHN,CO COL,CR CRI CRC,CU CUB,CV CPV,CW CUW NED,CX CXR AUS,CY CYP,CZ CZE,DE DEU GER,DJ DJI,DK DNK DEN,DM DMA,DO DOM,DZ DZA ALG,' +
  'EC ECU,EE EST,EG EGY,EH ESH,ER ERI,ES ESP,ET ETH,FI FIN,FJ FJI FIJ,FK FLK GBR,FM FSM,FO FRO DEN,FR FRA,GA GAB,GB GBR,GD GRD GRN,GE GEO,' +
  'GF GUF FRA,GG GGY GBR,GH GHA,GI GIB GBR,GL GRL DEN,GM GMB GAM,GN GIN GUI,GP GLP FRA,GQ GNQ GEQ,GR GRC GRE,GS SGS GBR,GT GTM GUA,GU GUM,' +
  'GW GNB GBS,GY GUY,HK HKG,HM HMD AUS,HN HND HON,HR HRV CRO,HT HTI HAI,HU HUN,ID IDN INA,IE IRL,IL ISR,IM IMN GBR,IN IND,IO IOT GBR,IQ IRQ,' +
  'IR IRN IRI,IS ISL,IT ITA,JE JEY GBR,JM JAM,JO JOR,JP JPN,KE KEN,KG KGZ,KH KHM CAM,KI KIR,KM COM,KN KNA SKN,KP PRK,KR KOR,KW KWT KUW,' +
  'KY CYM CAY,KZ KAZ,LA LAO,LB LBN LBN,LC LCA,LI LIE,LK LKA SRI,LR LBR,LS LSO LES,LT LTU,LU LUX,LV LVA LAT,LY LBY LBA,MA MAR,MC MCO MON,' +
  'MD MDA,ME MNE,MF MAF FRA,MG MDG MAD,MH MHL,MK MKD,ML MLI,MM MMR MYA,MN MNG MGL,MO MAC,MP MNP,MQ MTQ FRA,MR MRT MTN,MS MSR,MT MLT,' +
  'MU MUS MRI,MV MDV,MW MWI MAW,MX MEX,MY MYS MAS,MZ MOZ,NA NAM,NC NCL FRA,NE NER NIG,NF NFK AUS,NG NGA NGR,NI NIC NCA,NL NLD NED,NO NOR,' +
  'NP NPL NEP,NR NRU,NU NIU,NZ NZL,OM OMN OMA,PA PAN,PE PER,PF PYF FRA,PG PNG,PH PHL PHI,PK PAK,PL POL,PM SPM FRA,PN PCN GBR,PR PRI PUR,' +
  'PS PSE PLE,PT PRT POR,PW PLW,PY PRY PAR,QA QAT,RE REU FRA,RO ROU,RS SRB,RU RUS,RW RWA,SA SAU KSA,SB SLB SOL,SC SYC SEY,SD SDN SUD,SE SWE,' +
  'SG SGP,SH SHN GBR,SI SVN SLO,SJ SJM NOR,SK SVK,SL SLE,SM SMR,SN SEN,SO SOM,SR SUR,SS SSD,ST STP,SV SLV ESA,SX SXM NED,SY SYR,SZ SWZ,' +
  'TC TCA,TD TCD CHA,TF ATF FRA,TG TGO TOG,TH THA,TJ TJK,TK TKL NZL,TL TLS,TM TKM,TN TUN,TO TON TGA,TR TUR,TT TTO,TV TUV,TW TWN TPE,TZ TZA TAN,' +
  'UA UKR,UG UGA,UM UMI USA,US USA,UY URY URU,UZ UZB,VA VAT ITA,VC VCT VIN,VE VEN,VG VGB IVB,VI VIR ISV,VN VNM VIE,VU VUT VAN,WF WLF FRA,' +
  'WS WSM SAM,YE YEM,YT MYT FRA,ZA ZAF RSA,ZM ZMB ZAM,ZW ZWE ZIM,XK XKX KOS';

const codes = new Map(
  table.split(',').map((entry) => {
    const [iso2 = '', iso3 = '', ioc = iso3] = entry.split(' ');
    return [iso2, { iso3, ioc }] as const;
  }),
);

/** Empty when the nation is not sent. */
export function nationOf(countryCode: string | null, format: NationFormat): string {
  const known = codes.get(countryCode ?? '');
  if (!known || format === 'none') return '';
  return format === 'iso2' ? (countryCode ?? '') : known[format];
}

/** When countries share an IOC code, the country that owns it. */
export function countryOf(nation: string, format: NationFormat): string | null {
  const normalized = nation.trim().toUpperCase();
  if (normalized === '' || format === 'none') return null;
  if (format === 'iso2') return codes.has(normalized) ? normalized : null;
  const alike = [...codes].filter(([, known]) => known[format] === normalized);
  return (
    (alike.find(([iso2, { iso3 }]) => iso3 === normalized || normalized.startsWith(iso2)) ?? alike[0])?.[0] ?? null
  );
}
