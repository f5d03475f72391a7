import { z } from 'zod'
import { atMost, MemberText, MessageResponse } from '../fields.ts'
import { TrophyPicture } from '../history/history.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get, post, del } = operationsOf('history')

const MAX_DESCRIPTION_LENGTH = 200

/** What a trophy picture shows. Blank text counts as none. */
const Description = MemberText.max(...atMost('the description', MAX_DESCRIPTION_LENGTH)).transform((text) =>
  text === '' ? null : text,
)

export const getTrophyPicture = get('/api/league/:league/trophy/', {
  summary: "Downloads the picture of the league's trophy as a JPEG",
  ...MEMBER_READ,
  errors: ['picture_not_found'],
  response: z.file(),
})

/** The form has one file field, `file`. Replaces the stored picture together with its description. */
export const uploadTrophyPicture = post('/api/league/:league/trophy/', {
  summary: "Uploads a picture of the league's trophy: one image as for owners in the form field `file`",
  access: 'league_admin',
  errors: ['too_large', 'unsupported_media_type', 'malformed_body'],
  /** The description is the alternative text of the picture. */
  querystring: z.object({ description: Description.optional() }),
  consumes: ['multipart/form-data'],
  response: TrophyPicture,
})

export const describeTrophyPicture = post('/api/league/:league/trophy/description/', {
  summary: "Changes the alternative text of the trophy's picture; blank text removes it",
  access: 'league_admin',
  errors: ['picture_not_found'],
  body: z.object({ description: Description }),
  response: MessageResponse,
})

export const deleteTrophyPicture = del('/api/league/:league/trophy/', {
  summary: "Removes the picture of the league's trophy",
  access: 'league_admin',
  errors: ['picture_not_found'],
  response: MessageResponse,
})
