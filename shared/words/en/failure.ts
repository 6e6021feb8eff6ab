/** Why a call, a key or a file did not work, and what to do. */
export const failure = {
  'failure.venue.parameter':
    'The venue refused part of the request. Either Plimsoll has a fault or this venue differs from what it expects; please report it.',
  'failure.venue.key':
    'The venue does not accept this API key; check the key, its permissions and its list of allowed IP addresses.',
  'failure.venue.place':
    'The venue does not serve this country or IP address; only the venue’s own support can change that.',
  'failure.venue.permission':
    'This API key may not do that; give it the permission on the venue’s own site, or use another key.',
  'failure.venue.account':
    'The venue does not allow this for the account; look at the account on the venue’s own site.',
  'failure.venue.precision': 'The price or volume has more digits than the instrument allows; round it.',
  'failure.venue.tooSmall': 'The order is smaller than this instrument allows; make it larger.',
  'failure.venue.tooLarge': 'The order is larger than this instrument allows; make it smaller or split it.',
  'failure.venue.limits': 'The volume or price is outside the limits of this instrument; change it.',
  'failure.venue.setting': 'The venue did not change a setting of the contract; change it on the venue’s own site.',
  'failure.venue.slowDown': 'Too many requests; Plimsoll slows down by itself.',
  'failure.venue.noInstrument': 'The venue knows no such pair or contract; read its list of instruments again.',
  'failure.venue.noOrder': 'The venue knows no such order; it may be gone, or so new that it is not listed yet.',
  'failure.venue.notThere':
    'The venue does not find something the request named: a sub-account, coin, pair or order; read its lists again.',
  'failure.venue.unknown': 'The venue reported an unknown error; its own site may say more.',
  'failure.venue.lostInside': 'The venue lost a connection inside its own systems; wait a moment.',
  'failure.venue.confusedInside':
    'The venue got an answer it did not understand inside its own systems; wait a moment.',
  'failure.venue.timedOut': 'The venue timed out inside its own systems; wait a moment.',
  'failure.venue.offline': 'The venue’s service is offline; wait until it is back.',
  'failure.venue.noCallOrKey': 'The venue does not offer this call, or did not see the API key.',
  'failure.venue.noOperation': 'The venue does not support this operation; use its own site.',
  'failure.venue.noSuchContractCall': 'The venue does not offer this call for this sort of contract.',
  'failure.venue.stamp':
    'The venue found the time stamp outside its window; the clock is measured again before the next call.',
  'failure.venue.signature': 'The venue did not accept the signature; check the API secret.',
  'failure.venue.contractNotOpened': 'The contract account is not opened yet; open it on the venue’s own site.',
  'failure.venue.frozen': 'Trading is frozen for this account; ask the venue’s support.',
  'failure.venue.combination': 'The venue does not support this combination of order settings; choose others.',
  'failure.venue.tooManyOrders': 'Too many open orders; cancel some first.',
  'failure.venue.digitsOrSort':
    'There are too many digits, or the call is not for this sort of contract; the venue’s own words say which.',
  'failure.venue.noCounterparty': 'There is no order to trade with on this instrument; try a limit order.',
  'failure.venue.priceBand': 'The price is outside the band the venue allows now; choose one nearer to the market.',
  'failure.venue.priceFar': 'The price is too far from the last one; choose one nearer to the market.',
  'failure.venue.noMarketOrders': 'The venue takes no market orders on this instrument; use a limit order.',
  'failure.venue.positionLimit': 'The position limit is reached; close something first.',
  'failure.venue.invalidOrCanceling': 'The venue calls the order invalid or already being canceled; look at its state.',
  'failure.venue.notCancelable': 'The order can no longer be canceled in its state; look at its state.',
  'failure.venue.balance': 'The balance is too small; make the order smaller or add funds.',
  'failure.venue.notTradable': 'The contract cannot be traded at the moment; try later.',
  'failure.venue.noIsolated': 'There is no isolated position; read the account again.',
  'failure.venue.notClosable':
    'This is more than can be closed; part of the position is in closing orders already, or it is gone.',
  'failure.venue.moreThanHeld': 'This is more than the position holds; read the account again and close less.',
  'failure.venue.beingClosed': 'The venue has frozen the position and is closing it; only the venue can act on it.',
  'failure.venue.leverageOrders': 'The leverage cannot be changed while orders are open; cancel them first.',
  'failure.venue.marginMode': 'The margin mode differs from the one set for this contract; use the other one.',
  'failure.venue.leverage': 'The leverage differs from the one set for this contract; set it on the venue’s own site.',
  'failure.venue.maintenance': 'The venue is under maintenance; wait until it is back.',
  'failure.venue.signatureOrStamp':
    'The venue did not accept the signature or the time stamp, or the key may not use its API; the clock is measured again. Check the API secret, the key’s permissions and its list of allowed IP addresses.',
  'failure.venue.volumeOrPrice':
    'The volume or price is not one this instrument allows; the venue’s own words say more.',
  'failure.venue.balanceOrState':
    'The venue refused the order or the cancel, for its balance or its state; its own words say which.',
  'failure.venue.netValue': 'The venue has no net value for this pair; do not request one.',
  'failure.venue.selfTrade': 'The order would have traded with one of your own; cancel that first.',
  'failure.venue.network': 'The connection to the venue failed; check the network.',
  'failure.venue.tls':
    'The venue’s certificate could not be trusted; check the address, and that nothing on this network intercepts it.',
  'failure.venue.notTls':
    'There is no https at this address: what answered speaks something else, perhaps plain http; check the address and its port.',
  'failure.venue.notHttp':
    'What answered at this address does not speak http; perhaps the port is for https; check the address and its port.',
  'failure.venue.redirect': 'The venue redirected to another address, which Plimsoll never follows; check the address.',
  'failure.venue.timeout': 'The venue did not answer in time; check the network, or wait.',
  'failure.venue.tooLargeReply': 'The venue’s reply was larger than 8 MiB; check the address.',
  'failure.venue.calledOff': 'The call was aborted.',
  'failure.venue.banned':
    'The venue has banned your IP address for a while; nothing is sent until the countdown is over. Use the venue’s own site or app meanwhile.',
  'failure.venue.unknownCode': 'The venue answered with an error Plimsoll does not know; its own words say more.',
  'failure.venue.unknownStatus': 'The venue answered with an error status; check the address.',
  'failure.venue.unreadable':
    'The venue’s reply could not be read. If this persists, the venue differs from what Plimsoll expects; please report it.',
  'failure.venue.compressed':
    'The reply came compressed although Plimsoll did not request that, and is not unpacked; check the address, and whether a proxy stands between here and the venue.',
  'failure.venue.kept':
    'The reply came from a cache and may be old, so it is not used; check whether a proxy stands between here and the venue.',
  'failure.venue.html':
    'An HTML page came instead of a reply; perhaps this network asks you to sign in first, a protection service sits in front of the venue, or the address is that of its website.',
  'failure.venue.down': 'The venue reported an internal error; wait a moment.',
  'failure.venue.noSuchPath': 'The venue does not offer this call at this address; check the address.',
  'failure.venue.aboutWallets':
    'The venue reported an error about wallets, identity, transfers or sub-accounts; its own words say which.',
  'failure.venue.aboutContracts':
    'The venue reported an error about contracts, leverage or margin; its own words say which.',
  'failure.venueWords': 'The venue’s words: {code} “{text}”.',
  'failure.venueCode': 'The venue’s code: {code}.',
  'failure.effectUnknown': 'Whether it took effect is not known yet.',
  'failure.nothingSent': 'Nothing was sent.',
  'failure.cause': 'Cause: {code}.',
  'failure.found': 'Found: {problem}.',
  'failure.http.plain': 'HTTP {status}.',
  'failure.http.html': 'HTTP {status}, with an HTML page.',
  'failure.http.compressed': 'HTTP {status}, with a compressed body.',
  'failure.notOffered': 'This venue’s interface has no such call.',
  'failure.parameter': '{call}: {problem}.',
  'failure.needsKey': 'This call needs an API key; add one to the account.',
  'failure.clockJumps': 'This machine’s clock keeps jumping; set it right and try again.',
  'failure.signingSlow': 'Signing took too long; try again.',
  'failure.banned':
    'The venue has banned your IP address. Nothing is sent until the ban is over; use the venue’s own site or app meanwhile.',
  'failure.accountClosed': 'The account was closed before this was sent.',
  'failure.calledOff': 'Aborted before it was sent.',
  'failure.endless':
    'The history did not end within the number of requests allowed for it; what was read so far is incomplete.',
  'failure.checkLate': 'The venue took too long over the whole check; Plimsoll gave up on this.',
  'failure.noAddress': 'This is not an address; give one like https://openapi.example.com.',
  'failure.addressNotHttps':
    'Only https keeps the key and the orders private; give an address like https://openapi.example.com.',
  'failure.addressParts':
    'The address must hold no user name, query, fragment, backslash or space; give one like https://openapi.example.com.',
  'failure.addressHost': 'No venue is at this host; give an address like https://openapi.example.com.',
  'failure.anyAddress': 'Give the address of Spot, of Contract, or of both.',
  'failure.vault.addonMissing': 'The component that talks to the keychain could not be loaded.',
  'failure.vault.unreachable': 'No keychain answered.',
  'failure.vault.refused':
    'The keychain is there but allows no changes: it is locked or has no default collection. Nothing was changed.',
  'failure.vault.notKept': 'The keychain took the key but did not give the same key back, so the key was not saved.',
  'failure.vault.damaged':
    'The keychain’s entry for this account is not one Plimsoll wrote. Forget the account and add its key again.',
  'failure.vault.elsewhere':
    'The key is kept for other addresses than those of this account. Open the account again to say where it may be used.',
  'failure.vault.locked':
    'The key of this account is stored but the keychain does not release it: it is locked. Unlock it and open the account again. If it is unlocked, its entry was deleted outside Plimsoll: forget the account and add its key again.',
  'failure.vault.lost':
    'The key of this account was kept in memory only and was lost with the vault process. Open the account again.',
  'failure.vault.notOpen': 'This account is not open, so there is no key to sign with. Open the account first.',
  'failure.vault.stuck':
    'The keychain did not answer in time. Look for its unlock window and answer it, or unlock the keychain yourself, then try again in a minute.',
  'failure.vault.crashed':
    'The vault process stopped unexpectedly. It is started again when it is next needed: try again, and restart Plimsoll if it stops again.',
  'failure.vault.notStarted':
    'The vault process could not be started. Restart Plimsoll; reinstall it if that does not help.',
  'failure.vault.malformed': 'A request to the vault had an empty or missing part. Check the key and its secret.',
  'failure.vault.notSealedForUs':
    'The vault was restarted meanwhile, so it could not read the secret. Enter the secret again.',
  'failure.vault.closed': 'The vault is closed.',
  'failure.addon.darwin': 'Install Plimsoll again, or run npm rebuild keytar where you run it from source.',
  'failure.addon.win32': 'Install Plimsoll again, or run npm rebuild keytar where you run it from source.',
  'failure.addon.linux': 'Install libsecret (Debian and Ubuntu: libsecret-1-0), then restart Plimsoll.',
  'failure.keychain.darwin': 'Open Keychain Access and unlock the login keychain, then try again.',
  'failure.keychain.win32': 'Check that the Credential Manager service is running, then try again.',
  'failure.keychain.linux': 'Start and unlock a Secret Service (GNOME Keyring, KWallet or KeePassXC), then try again.',
  'failure.systemWords': 'The system’s words: “{text}”.',
  'failure.figures.timeout': 'This could not be worked out: it took too long.',
  'failure.figures.ended': 'This could not be worked out: its worker ended.',
  'failure.figures.fault': 'This could not be worked out: {cause}.',
} as const
