import { IDENTITY_CONFIDENCES } from '@fieldhouse/domain/history/identities'
import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { z } from 'zod'
import { atMost, Expected, Instant, MemberText, OwnerName, SeasonYear, TeamColor } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { OwnerSummary } from './history.ts'

const { get, post, del } = operationsOf('history')

const OwnerMerge = z.object({
  id: z.int(),
  /** The person's current name. */
  owner: z.string(),
  /** The latest name of the merged account. */
  alias: z.string(),
  /** Seasons in which that account owned a team, oldest first. */
  alias_seasons: z.array(z.int()),
  merged_at: Instant,
})

const PersonAccount = z.object({
  /** The account's latest name. */
  name: z.string(),
  /** The platform of its latest season; null for seasons from tables that somebody has filled in. */
  provider: z.enum(PROVIDER_NAMES).nullable(),
  /** The seasons in which it owned a team, oldest first. */
  seasons: z.array(z.int()),
  /** The name of its latest team. */
  team: z.string(),
  co_owners: z.array(z.string()),
  /** The merge that made it an account of this person; null for the account that represents the person. */
  merge_id: z.int().nullable(),
})

const IdentitySuggestion = z.object({
  owner: z.string(),
  into: z.string(),
  confidence: z.enum(IDENTITY_CONFIDENCES),
  /** Why, as sentences, the strongest reason first. */
  reasons: z.array(z.string()),
})

const OwnerPair = z.object({ owner: OwnerName, into: OwnerName })

/** More than any league has owners. */
const MAX_MERGES = 200

export const listOwnerMerges = get('/api/league/:league/history/merges/', {
  summary: 'Lists owners with their accounts on all platforms, merges, and who may be the same person',
  access: 'league_admin',
  response: z.object({
    /** Newest first. */
    merges: z.array(OwnerMerge),
    /** Who may be the same person, the likeliest first. Nothing is merged without a request. */
    suggestions: z.array(IdentitySuggestion),
    /** Everyone who owned a team, by name. */
    people: z.array(
      OwnerSummary.extend({
        color: TeamColor,
        /** The logo of the latest team. */
        logo: z.string().nullable(),
        /** Those with the oldest seasons first. */
        accounts: z.array(PersonAccount),
      }),
    ),
  }),
})

/** The merge applies everywhere immediately and lasts until it is undone. */
export const mergeOwners = post('/api/league/:league/history/merges/', {
  summary: 'Merges two owners that are the same person',
  access: 'league_admin',
  errors: ['owner_not_found', 'same_owner', 'owner_has_merges'],
  body: OwnerPair,
})

/** Either all of them are merged or none. */
export const mergeAllOwners = post('/api/league/:league/history/merges/all/', {
  summary: 'Merges several pairs of owners at once',
  access: 'league_admin',
  errors: ['owner_not_found', 'same_owner', 'owner_has_merges'],
  body: z.object({ merges: z.array(OwnerPair).min(1, 'Choose at least one pair.').max(MAX_MERGES) }),
})

export const undoOwnerMerge = del('/api/league/:league/history/merges/:id/', {
  summary: 'Undoes a merge of two owners',
  access: 'league_admin',
  errors: ['item_not_found'],
})

export const excludeFromRecords = post('/api/league/:league/history/exclusions/', {
  summary: 'Excludes a season from records, with a reason that all members see',
  access: 'league_admin',
  errors: ['season_not_found', 'edit_conflict'],
  body: z.object({
    season: SeasonYear,
    /** null includes the season in records again. */
    reason: MemberText.min(1, 'Enter a reason for excluding the season.')
      .max(...atMost('the reason', 300))
      .nullable(),
    expected: Expected({ reason: z.string().nullable() }),
  }),
})

/** The form has one file field, `file`. */
export const uploadOwnerPicture = post('/api/league/:league/owners/:owner/picture/', {
  summary: "Uploads an owner's picture: one JPEG, PNG, GIF, WebP or AVIF in the form field `file`",
  access: 'league_admin',
  errors: ['owner_not_found', 'no_picture_name', 'too_large', 'unsupported_media_type', 'malformed_body'],
  consumes: ['multipart/form-data'],
  response: z.object({ picture: z.string().nullable() }),
})

export const deleteOwnerPicture = del('/api/league/:league/owners/:owner/picture/', {
  summary: "Removes an owner's picture",
  access: 'league_admin',
  errors: ['owner_not_found'],
})
