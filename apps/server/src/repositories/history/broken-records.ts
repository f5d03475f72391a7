import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Points } from '@fieldhouse/domain/points'
import { z } from 'zod'

const BrokenRecords = z.array(
  z.object({
    name: z.enum(RECORD_NAMES),
    holder: z.string(),
    points: z.int().transform((points) => points as Points),
    gameId: z.int(),
    period: z.int(),
  }),
)

/** Parses the column `broken` of `week_records`. */
export function parseBrokenRecords(json: string): AnnouncedRecord[] {
  return BrokenRecords.parse(JSON.parse(json))
}
