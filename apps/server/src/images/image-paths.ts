import { isEqualTimingSafe, sign } from '../crypto/crypto.ts'
import { toAllowedUrl } from './picture-hosts.ts'

/** A change of the number gives all images new addresses, so that browsers load them again. */
const PURPOSE = 'image path 1'
const LINK_PURPOSE = 'link image path 1'
/** Longer URLs do not fit in a path. In characters. */
const MAX_LINK_IMAGE_LENGTH = 1400
/** Enough of a signature that nobody can guess one: 132 bits. */
const SIGNATURE_LENGTH = 22

export type ImagePathOptions = {
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
