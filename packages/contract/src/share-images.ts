import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import {
  atMost,
  MemberText,
  numberOrDigits,
  OwnerName,
  PATH_PARAMETERS,
  SeasonYear,
  WeekNumber,
} from './fields.ts'
import { TrophyPicture } from './history/history.ts'
import { CardKind, CardsQuery } from './insights/season-cards.ts'
import { countInMemory, per } from './limits.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

const { get, post, del } = operationsOf('history')
const standings = operationsOf('standings')
const feed = operationsOf('feed')
const matchups = operationsOf('matchups')

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
export const getLogo = standings.get('/api/images/logos/:signature/:picture/', {
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

export const getHeadshot = standings.get('/api/images/players/:player/', {
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

export const getNflLogo = standings.get('/api/images/nfl-teams/:team/', {
  summary: 'Downloads the logo of an NFL team as a square WebP image',
  access: 'signed_in',
  errors: ['picture_not_found'],
  ...image,
  params: z.object({
    /** The abbreviation, case-insensitive. */
    team: z.string().regex(/^[a-z]{2,4}$/i, 'That is not a valid NFL team.'),
  }),
})

/** `wide` is 1200 × 630 pixels, for link previews; `tall` is 1080 × 1350, for phones. */
export const SHARE_FORMATS = ['wide', 'tall'] as const

export type ShareFormat = (typeof SHARE_FORMATS)[number]

export const SHARE_THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

export type ShareTheme = (typeof SHARE_THEMES)[number]

/** Drawing a picture takes about a tenth of a second of a core. */
const DRAW = countInMemory('share-image', { person: per(60, 60), address: per(300, 60) })

export const ImageQuery = z.object({
  format: z.enum(SHARE_FORMATS, 'The format is wide or tall.').default('wide'),
  theme: z
    .enum(SHARE_THEMES, 'The theme is solarized-light, solarized-dark or neutral-pro.')
    .default('solarized-light'),
})

const IMAGE = {
  access: 'member',
  errors: ['nothing_to_share', 'busy'],
  limits: DRAW,
  querystring: ImageQuery,
  produces: ['image/png'],
  response: z.file(),
} as const

export const getMatchupImage = matchups.get('/api/league/:league/games/:season/:week/:game/image/', {
  summary: 'Draws a matchup as a PNG',
  ...IMAGE,
  errors: ['game_not_found', 'busy'],
})

export const getStandingsImage = standings.get('/api/league/:league/standings/image/', {
  summary: 'Draws the standings of a season as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getRaceImage = standings.get('/api/league/:league/insights/race/image/', {
  summary: 'Draws the playoff race of a season as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getSeasonCardImage = get('/api/league/:league/insights/season-cards/image/', {
  summary: 'Draws a card of a finished season as a PNG',
  ...IMAGE,
  errors: ['team_not_found', 'nothing_to_share', 'busy'],
  querystring: ImageQuery.extend({ ...CardsQuery.shape, card: CardKind }),
})

export const getTeamImage = standings.get('/api/league/:league/teams/:team/image/', {
  summary: 'Draws the record and the weekly points of a team as a PNG',
  ...IMAGE,
  errors: ['team_not_found', 'busy'],
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getRecapImage = feed.get('/api/league/:league/recaps/:season/:week/image/', {
  summary: 'Draws the recap of the matchups that ended with an NFL week as a PNG',
  ...IMAGE,
  params: z.object({ league: PATH_PARAMETERS.league, season: SeasonYear, week: WeekNumber }),
})

export const getRecordsImage = get('/api/league/:league/history/records/image/', {
  summary: 'Draws the league records, or one of them, as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({
    record: z.enum(RECORD_NAMES, `The record is one of ${RECORD_NAMES.join(', ')}.`).optional(),
  }),
})

export const getComparisonImage = get('/api/league/:league/owner-compare/image/', {
  summary: 'Draws the head-to-head record of two owners as a PNG',
  ...IMAGE,
  errors: ['same_owner', 'owner_not_found', 'busy'],
  querystring: ImageQuery.extend({ a: OwnerName, b: OwnerName }),
})

export const getTradeImage = feed.get('/api/league/:league/trades/:season/:trade/image/', {
  summary: 'Draws a trade with its result to date as a PNG',
  ...IMAGE,
  errors: ['item_not_found', 'busy'],
})

export const getDraftImage = get('/api/league/:league/insights/draft/image/', {
  summary: 'Draws the draft board of a season as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

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
})

export const deleteTrophyPicture = del('/api/league/:league/trophy/', {
  summary: "Removes the picture of the league's trophy",
  access: 'league_admin',
  errors: ['picture_not_found'],
})
