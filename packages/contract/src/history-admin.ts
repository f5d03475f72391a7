import { z } from 'zod'
import { ItemPath } from './feed-fields.ts'
import { Instant, LeaguePath, MessageResponse, SeasonYear } from './fields.ts'
import type { Operation } from './operation.ts'
import { OwnerName, OwnerPath } from './owners.ts'

const OwnerMerge = z.object({
  /** With which it is undone. */
  id: z.int(),
  /** The person's name now. */
  owner: z.string(),
  /** What the merged account was called last. */
  alias: z.string(),
  /** In which that account owned a team, oldest first. */
  alias_seasons: z.array(z.int()),
  merged_at: Instant,
})

export const listOwnerMerges = {
  method: 'GET',
  url: '/api/league/:league/history/merges/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Which owners were merged into which, and who may be one person',
    tags: ['history'],
    params: LeaguePath,
    response: {
      200: z.object({
        /** Newest first. */
        merges: z.array(OwnerMerge),
        /** Namesakes that never played in the same season. */
        suggestions: z.array(z.object({ owner: z.string(), into: z.string() })),
      }),
    },
  },
} as const satisfies Operation

/** Everywhere at once, until it is undone. */
export const mergeOwners = {
  method: 'POST',
  url: '/api/league/:league/history/merges/',
  config: {
    access: 'league_admin',
    errors: ['league_not_found', 'owner_not_found', 'same_owner', 'owner_has_merges'],
  },
  schema: {
    summary: 'Counts the seasons of one owner as another’s: two accounts of one person',
    tags: ['history'],
    params: LeaguePath,
    body: z.object({ owner: OwnerName, into: OwnerName }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const undoOwnerMerge = {
  method: 'DELETE',
  url: '/api/league/:league/history/merges/:id/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'] },
  schema: {
    summary: 'Makes two owners of two accounts again',
    tags: ['history'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const excludeFromRecords = {
  method: 'POST',
  url: '/api/league/:league/history/exclusions/',
  config: { access: 'league_admin', errors: ['league_not_found', 'season_not_found'] },
  schema: {
    summary: 'Lets the games of a season count for no record, with a reason that all members see',
    tags: ['history'],
    params: LeaguePath,
    body: z.object({
      season: SeasonYear,
      /** null lets them count again. */
      reason: z
        .string()
        .trim()
        .min(1, 'Write why the season does not count.')
        .max(300, 'A reason has at most 300 characters.')
        .nullable(),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** The form's one file is `file`. The picture is of whoever has that name in any league here. */
export const uploadOwnerPicture = {
  method: 'POST',
  url: '/api/league/:league/owners/:owner/picture/',
  config: {
    access: 'league_admin',
    errors: [
      'league_not_found',
      'owner_not_found',
      'no_picture_name',
      'too_large',
      'unsupported_media_type',
      'malformed_body',
    ],
  },
  schema: {
    summary: 'Stores an owner’s picture: one JPEG, PNG, GIF, WebP or AVIF as the form field `file`',
    tags: ['history'],
    params: OwnerPath,
    consumes: ['multipart/form-data'],
    response: { 200: z.object({ picture: z.string().nullable() }) },
  },
} as const satisfies Operation

export const deleteOwnerPicture = {
  method: 'DELETE',
  url: '/api/league/:league/owners/:owner/picture/',
  config: { access: 'league_admin', errors: ['league_not_found', 'owner_not_found'] },
  schema: {
    summary: 'Removes an owner’s picture',
    tags: ['history'],
    params: OwnerPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
