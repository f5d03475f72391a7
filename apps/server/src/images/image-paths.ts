import { isEspnPlayer, isSleeperPlayer, sleeperIdOfKey } from '@fieldhouse/domain/nfl/player'
import { isEqualTimingSafe, sign } from '../crypto/crypto.ts'

/** A change of the number gives all images new addresses, so that browsers load them again. */
const PURPOSE = 'image path 1'
const LINK_PURPOSE = 'link image path 1'
/** Longer URLs do not fit in a path. In characters. */
const MAX_LINK_IMAGE_LENGTH = 1400
/** Enough of a signature that nobody can guess one: 132 bits. */
const SIGNATURE_LENGTH = 22

type ImagePathOptions = {
  secretKey: string
  /** Where ESPN's headshots and logos are read; null if images are turned off. */
  imagesBaseUrl: string | null
}

export type ImagePaths = ReturnType<typeof imagePaths>

/**
 * The path of a logo contains its URL and a signature, so that the proxy requests nothing that this server has not
 * named.
 */
export function imagePaths({ secretKey, imagesBaseUrl }: ImagePathOptions) {
  const signatureOf = (picture: string, purpose = PURPOSE) =>
    sign(secretKey, purpose, picture).slice(0, SIGNATURE_LENGTH)

  return {
    isOn: imagesBaseUrl !== null,
    /** The path of a team's logo. null without one, and for a host that is not on the list. */
    ofLogo(url: string | null): string | null {
      const allowed = url === null || imagesBaseUrl === null ? null : toAllowedUrl(url, imagesBaseUrl)
      if (allowed === null) return null
      const picture = Buffer.from(allowed).toString('base64url')
      return `/api/images/logos/${signatureOf(picture)}/${picture}/`
    },
    /** The URL of a logo in a path. null if this server did not sign it, or no longer allows its host. */
    findLogoUrl(signature: string, picture: string): string | null {
      if (imagesBaseUrl === null || !isEqualTimingSafe(signature, signatureOf(picture))) return null
      return toAllowedUrl(Buffer.from(picture, 'base64url').toString(), imagesBaseUrl)
    },
    /** The path of the picture of a linked page, on any host. null without one, and when images are turned off. */
    ofLinkImage(url: string | null): string | null {
      if (url === null || imagesBaseUrl === null || url.length > MAX_LINK_IMAGE_LENGTH) return null
      const picture = Buffer.from(url).toString('base64url')
      return `/api/images/links/${signatureOf(picture, LINK_PURPOSE)}/${picture}/`
    },
    /** The URL of a linked page's picture in a path. null if this server did not sign it. */
    findLinkImageUrl(signature: string, picture: string): string | null {
      const isSigned = isEqualTimingSafe(signature, signatureOf(picture, LINK_PURPOSE))
      return imagesBaseUrl === null || !isSigned ? null : Buffer.from(picture, 'base64url').toString()
    },
  }
}

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
