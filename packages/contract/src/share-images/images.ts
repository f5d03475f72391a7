import { z } from 'zod'
import { numberOrDigits } from '../fields.ts'
import { READ } from '../limits.ts'
import type { Operation } from '../operation.ts'

export const IMAGE_SIZES = [64, 128, 256] as const

const ImageQuery = z.object({
  size: z
    .enum(['64', '128', '256'], 'The size is 64, 128 or 256.')
    .transform((size) => Number(size) as (typeof IMAGE_SIZES)[number])
    .default(128),
})

/** Pictures of other hosts, which the browser never contacts. */
const schema = {
  tags: ['standings'],
  querystring: ImageQuery,
  produces: ['image/webp'],
  response: { 200: z.file() },
} as const

const SignedPicture = z.object({
  signature: z.string().regex(/^[\w-]{22}$/, 'That is not a valid signature.'),
  picture: z.string().regex(/^[\w-]{1,1900}$/, 'That is not a valid picture.'),
})

/** The signature is the permission to read it. Other responses contain the path, without the size. */
export const getLogo = {
  method: 'GET',
  url: '/api/images/logos/:signature/:picture/',
  config: { access: 'anyone', errors: ['picture_not_found'], limits: READ },
  schema: {
    ...schema,
    summary: "Downloads a team's logo as a square WebP image",
    params: SignedPicture,
  },
} as const satisfies Operation

/** The signature is the permission to read it, as for a logo. */
export const getLinkImage = {
  method: 'GET',
  url: '/api/images/links/:signature/:picture/',
  config: { access: 'anyone', errors: ['picture_not_found'], limits: READ },
  schema: {
    ...schema,
    tags: ['feed'],
    summary: 'Downloads the picture of a page that a post links to as a square WebP image',
    params: SignedPicture,
  },
} as const satisfies Operation

export const getHeadshot = {
  method: 'GET',
  url: '/api/images/players/:player/',
  config: { access: 'signed_in', errors: ['picture_not_found'], limits: READ },
  schema: {
    ...schema,
    summary: 'Downloads the headshot of a player in a stored lineup as a square WebP image',
    params: z.object({
      /** The provider's id. Team defenses have no headshot. */
      player: numberOrDigits(z.string().regex(/^\d{1,10}$/, 'That is not a valid player ID.')).pipe(
        z.int('That is not a valid player ID.').min(1, 'That is not a valid player ID.'),
      ),
    }),
  },
} as const satisfies Operation

export const getNflLogo = {
  method: 'GET',
  url: '/api/images/nfl-teams/:team/',
  config: { access: 'signed_in', errors: ['picture_not_found'], limits: READ },
  schema: {
    ...schema,
    summary: 'Downloads the logo of an NFL team as a square WebP image',
    params: z.object({
      /** The abbreviation, case-insensitive. */
      team: z.string().regex(/^[a-z]{2,4}$/i, 'That is not a valid NFL team.'),
    }),
  },
} as const satisfies Operation
