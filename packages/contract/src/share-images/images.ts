import { z } from 'zod'
import { numberOrDigits } from '../fields.ts'
import { operationsOf } from '../operation.ts'

const { get } = operationsOf('standings')
const feed = operationsOf('feed')

export const IMAGE_SIZES = [64, 128, 256] as const

const SignedPath = z.object({
  size: z
    .enum(['64', '128', '256'], 'The size is 64, 128 or 256.')
    .transform((size) => Number(size) as (typeof IMAGE_SIZES)[number])
    .default(128),
})

/** Pictures of other hosts, which the browser never contacts. */
const image = {
  querystring: SignedPath,
  produces: ['image/webp'],
  response: z.file(),
} as const

const SignedPicture = z.object({
  signature: z.string().regex(/^[\w-]{22}$/, 'That is not a valid signature.'),
  picture: z.string().regex(/^[\w-]{1,1900}$/, 'That is not a valid picture.'),
})

/** The signature is the permission to read it. Other responses contain the path, without the size. */
export const getLogo = get('/api/images/logos/:signature/:picture/', {
  summary: "Downloads a team's logo as a square WebP image",
  access: 'anyone',
  errors: ['picture_not_found'],
  ...image,
  params: SignedPicture,
})

/** The signature is the permission to read it, as for a logo. */
export const getLinkImage = feed.get('/api/images/links/:signature/:picture/', {
  summary: 'Downloads the picture of a page that a post links to as a square WebP image',
  access: 'anyone',
  errors: ['picture_not_found'],
  ...image,
  params: SignedPicture,
})

export const getHeadshot = get('/api/images/players/:player/', {
  summary: 'Downloads the headshot of a player in a stored lineup as a square WebP image',
  access: 'signed_in',
  errors: ['picture_not_found'],
  ...image,
  params: z.object({
    /** The provider's id. Team defenses have no headshot. */
    player: numberOrDigits(z.string().regex(/^\d{1,10}$/, 'That is not a valid player ID.')).pipe(
      z.int('That is not a valid player ID.').min(1, 'That is not a valid player ID.'),
    ),
  }),
})

export const getNflLogo = get('/api/images/nfl-teams/:team/', {
  summary: 'Downloads the logo of an NFL team as a square WebP image',
  access: 'signed_in',
  errors: ['picture_not_found'],
  ...image,
  params: z.object({
    /** The abbreviation, case-insensitive. */
    team: z.string().regex(/^[a-z]{2,4}$/i, 'That is not a valid NFL team.'),
  }),
})
