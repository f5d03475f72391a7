import { z } from 'zod'
import { LeaguePath, MemberText, MessageResponse } from '../fields.ts'
import { TrophyPicture } from '../history/history.ts'
import { WRITE } from '../limits.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'

const MAX_DESCRIPTION_LENGTH = 200

/** What a trophy picture shows. Blank text counts as none. */
const Description = MemberText.max(
  MAX_DESCRIPTION_LENGTH,
  `Keep the description to ${MAX_DESCRIPTION_LENGTH} characters or fewer.`,
).transform((text) => (text === '' ? null : text))

export const getTrophyPicture = {
  method: 'GET',
  url: '/api/league/:league/trophy/',
  config: { ...MEMBER_READ, errors: ['league_not_found', 'picture_not_found'] },
  schema: {
    summary: "Downloads the picture of the league's trophy as a JPEG",
    tags: ['history'],
    params: LeaguePath,
    response: { 200: z.file() },
  },
} as const satisfies Operation

/** The form has one file field, `file`. Replaces the stored picture together with its description. */
export const uploadTrophyPicture = {
  method: 'POST',
  url: '/api/league/:league/trophy/',
  config: {
    access: 'league_admin',
    limits: WRITE,
    errors: ['league_not_found', 'too_large', 'unsupported_media_type', 'malformed_body'],
  },
  schema: {
    summary: "Uploads a picture of the league's trophy: one image as for owners in the form field `file`",
    tags: ['history'],
    params: LeaguePath,
    /** The description is the alternative text of the picture. */
    querystring: z.object({ description: Description.optional() }),
    consumes: ['multipart/form-data'],
    response: { 200: TrophyPicture },
  },
} as const satisfies Operation

export const describeTrophyPicture = {
  method: 'POST',
  url: '/api/league/:league/trophy/description/',
  config: { access: 'league_admin', errors: ['league_not_found', 'picture_not_found'], limits: WRITE },
  schema: {
    summary: "Changes the alternative text of the trophy's picture; blank text removes it",
    tags: ['history'],
    params: LeaguePath,
    body: z.object({ description: Description }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const deleteTrophyPicture = {
  method: 'DELETE',
  url: '/api/league/:league/trophy/',
  config: { access: 'league_admin', errors: ['league_not_found', 'picture_not_found'], limits: WRITE },
  schema: {
    summary: "Removes the picture of the league's trophy",
    tags: ['history'],
    params: LeaguePath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
