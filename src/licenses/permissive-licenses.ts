/**
 * Licences of the SPDX list that ask at most for notices, attribution or a mark on changes, and restrict neither fields
 * nor users: by their texts, the FSF's licence list and the permissive ones of the ScanCode licence database. A licence
 * on which these disagree, or that the SPDX list adds later, is not here.
 */
const ids = `
0BSD ADSL AFL-1.1 AFL-1.2 AFL-2.0 AFL-2.1 AFL-3.0 AMD-newlib AMPAS ANTLR-PD ANTLR-PD-fallback APAFML
Adobe-2006 Adobe-Glyph Afmparse Apache-1.0 Apache-1.1 Apache-2.0
BSD-1-Clause BSD-2-Clause BSD-2-Clause-Darwin BSD-2-Clause-FreeBSD BSD-2-Clause-NetBSD BSD-2-Clause-Patent
BSD-2-Clause-Views BSD-2-Clause-first-lines BSD-2-Clause-pkgconf-disclaimer BSD-3-Clause
BSD-3-Clause-Attribution BSD-3-Clause-Clear BSD-3-Clause-HP BSD-3-Clause-LBNL BSD-3-Clause-Modification
BSD-3-Clause-Open-MPI BSD-3-Clause-Sun BSD-3-Clause-Tso BSD-3-Clause-acpica BSD-3-Clause-flex BSD-4-Clause
BSD-4-Clause-Shortened BSD-4-Clause-UC BSD-4.3RENO BSD-4.3TAHOE BSD-Advertising-Acknowledgement
BSD-Attribution-HPND-disclaimer BSD-Inferno-Nettverk BSD-Mark-Modifications BSD-Source-Code
 BSD-Source-beginning-file BSD-Systemics BSD-Systemics-W3Works BSL-1.0
Baekmuk Beerware Bitstream-Charter BlueOak-1.0.0 Boehm-GC Boehm-GC-without-fee Borceux Brian-Gladman-2-Clause
Brian-Gladman-3-Clause Buddy
CC-BY-1.0 CC-BY-2.0 CC-BY-2.5 CC-BY-2.5-AU CC-BY-3.0 CC-BY-3.0-AT CC-BY-3.0-AU CC-BY-3.0-DE CC-BY-3.0-IGO
CC-BY-3.0-NL CC-BY-3.0-US CC-BY-4.0 CC-PDDC CC-PDM-1.0 CC0-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0
CECILL-B CERN-OHL-P-2.0 CFITSIO CMU-Mach CMU-Mach-nodoc CNRI-Jython CNRI-Python CNRI-Python-GPL-Compatible COIL-1.0 Clips
Cornell-Lossless-JPEG Cronyx Cube DEC-3-Clause DL-DE-BY-2.0 DL-DE-ZERO-2.0 DOC DSDP DocBook-DTD DocBook-Schema
DocBook-Stylesheet DocBook-XML ECL-1.0 ECL-2.0 EFL-2.0 EPICS ESA-PL-permissive-2.4 EUDatagrid Entessa
FSFAP FSFAP-no-warranty-disclaimer FSFUL FSFULLR FSFULLRSD FSFULLRWD FTL Fair Ferguson-Twofish FreeBSD-DOC Furuseth GD
HDF5 HIDAPI HP-1986 HP-1989 HPND HPND-DEC HPND-Fenneberg-Livingston HPND-INRIA-IMAG HPND-Intel HPND-Kevlin-Henney
HPND-MIT-disclaimer HPND-Markus-Kuhn HPND-Netrek HPND-Pbmplus HPND-SMC HPND-UC HPND-doc HPND-doc-sell
HPND-merchantability-variant HPND-sell-MIT-disclaimer-xserver HPND-sell-regexpr HPND-sell-variant
HPND-sell-variant-MIT-disclaimer HPND-sell-variant-MIT-disclaimer-rev HTMLTIDY HaskellReport
IBM-pibs ICU IJG IJG-short ISC ISC-Veillard ImageMagick Info-ZIP Inner-Net-2.0 Intel Intel-ACPI JPNIC Jam JasPer-2.0
Kastrup Kazlib LOOP LZMA-SDK-9.22 Leptonica LiLiQ-P-1.1 Libpng Linux-OpenIB Linux-man-pages-1-para
MIT MIT-0 MIT-CMU MIT-Click MIT-Festival MIT-Khronos-old MIT-Modern-Variant MIT-STK MIT-Wu MIT-advertising MIT-enna
MIT-feh MIT-open-group MIT-testregex MITNFA Mackerras-3-Clause Mackerras-3-Clause-acknowledgment Martin-Birgmeier
Minpack MirOS MulanPSL-1.0 MulanPSL-2.0 Multics
NAIST-2003 NCBI-PD NCSA NIST-PD NIST-PD-TNT NIST-PD-fallback NIST-Software NLOD-1.0 NLOD-2.0 NLPL NRL NTIA-PD NTP
NTP-0 Naumen Net-SNMP NetCDF Nunit OAR ODC-By-1.0 OFFIS OGC-1.0 OGL-Canada-2.0 OGL-UK-1.0 OGL-UK-2.0 OGL-UK-3.0
OLDAP-2.0 OLDAP-2.0.1 OLDAP-2.1 OLDAP-2.2 OLDAP-2.2.1 OLDAP-2.2.2 OLDAP-2.3 OLDAP-2.4 OLDAP-2.5 OLDAP-2.6 OLDAP-2.7
OLDAP-2.8 OLFL-1.3 OML OSSP OpenSSL OpenSSL-standalone
PADL PDDL-1.0 PHP-3.0 PHP-3.01 PSF-2.0 Pixar Plexus PostgreSQL Python-2.0 Python-2.0.1 RSA-MD Rdisc
SAX-PD SAX-PD-2.0 SGI-B-2.0 SGI-OpenGL SHL-0.5 SHL-0.51 SMLNJ SSH-OpenSSH SSH-short SSLeay-standalone SWL Saxpath
SchemeReport Spencer-86 Spencer-94 Spencer-99 StandardML-NJ SunPro
TCL TCP-wrappers TPDL TU-Berlin-1.0 TU-Berlin-2.0 TermReadKey TrustedQSL
UPL-1.0 Unicode-3.0 Unicode-DFS-2015 Unicode-DFS-2016 UnixCrypt Unlicense Unlicense-libtelnet Unlicense-libwhirlpool
VSL-1.0 Vixie-Cron W3C W3C-19980720 W3C-20150513 WTFPL WordNet
X11 X11-distribute-modifications-variant X11-no-permit-persons X11-swapped XFree86-1.1 Xdebug-1.03 Xerox Xfig Xnet
ZPL-1.1 ZPL-2.0 ZPL-2.1 Zeeff Zend-2.0 Zlib
bcrypt-Solar-Designer blessing bzip2-1.0.5 bzip2-1.0.6 curl dtoa eGenix etalab-2.0 libpng-1.6.35 libpng-2.0
libselinux-1.0 libtiff libutil-David-Nugent lsof metamail mpi-permissive mpich2 mplus pkgconf python-ldap radvd snprintf
softSurfer ssh-keyscan swrule w3m wwl xkeyboard-config-Zinoviev xlock xpp xzoom zlib-acknowledgement
`;

/** Ids in the spelling of the SPDX list. */
export const permissiveLicenses: ReadonlySet<string> = new Set(ids.trim().split(/\s+/));
