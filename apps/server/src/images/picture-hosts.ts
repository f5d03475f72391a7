import { isEspnPlayer, isSleeperPlayer, sleeperIdOfKey } from '@fieldhouse/domain/nfl/player-keys'

export const ESPN_CDN = 'https://a.espncdn.com'
export const SLEEPER_CDN = 'https://sleepercdn.com'
/** All of ESPN's hosts of pictures. Unless `IMAGES_BASE_URL` is the default, it stands for each of them. */
const ESPN_HOSTS: readonly string[] = [
  'a.espncdn.com',
  'a1.espncdn.com',
  'a2.espncdn.com',
  'a3.espncdn.com',
  'a4.espncdn.com',
  'g.espncdn.com',
  's.espncdn.com',
  'mystique-api.fantasy.espn.com',
]

/** Hosts of pictures that many people use for the logos of their teams. Other hosts are never contacted. */
const PICTURE_HOSTS: readonly string[] = [
  'i.imgur.com',
  'i.redd.it',
  'i.postimg.cc',
  'i.pinimg.com',
  'pbs.twimg.com',
  'media.giphy.com',
  'i.giphy.com',
  'media.tenor.com',
  'upload.wikimedia.org',
  'sleepercdn.com',
]

/** The picture of a player at the provider that the player's key belongs to; null for a player with a name only. */
export function headshotUrl(playerKey: number): string | null {
  if (isSleeperPlayer(playerKey)) return `${SLEEPER_CDN}/content/nfl/players/${sleeperIdOfKey(playerKey)}.jpg`
  return isEspnPlayer(playerKey) ? `${ESPN_CDN}/i/headshots/nfl/players/full/${playerKey}.png` : null
}

export function nflLogoUrl(abbrev: string): string {
  return `${ESPN_CDN}/i/teamlogos/nfl/500/${abbrev.toLowerCase()}.png`
}

/** Whether a host belongs to ESPN, which serves its logos as SVG. */
export function isEspnHost(host: string): boolean {
  return ESPN_HOSTS.includes(host)
}

/** The https URL of a picture on a host of the list; null for any other URL. */
export function toAllowedUrl(text: string, imagesBaseUrl: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  url.hash = ''
  if (url.origin === new URL(imagesBaseUrl).origin) return url.href
  const isListed = ESPN_HOSTS.includes(url.host) || PICTURE_HOSTS.includes(url.host)
  if (!isListed || !['http:', 'https:'].includes(url.protocol) || url.username !== '') return null
  url.protocol = 'https:'
  return url.href
}
