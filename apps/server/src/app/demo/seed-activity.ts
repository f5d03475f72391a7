import { getHistory } from '@fieldhouse/contract/history'
import { listOwnerMerges } from '@fieldhouse/contract/history-admin'
import { LEAGUE_NAME } from '../../providers/simulated/seed-users.ts'
import type { DemoSite } from './demo-site.ts'
import { drawPortrait, hasPortrait } from './draw-portrait.ts'

const HOUR_MS = 3_600_000

/** How long ago Greta kept the league's books, and how long ago somebody asked to join. */
const [ADMIN_WORK_HOURS_AGO, JOIN_REQUEST_HOURS_AGO] = [230, 19]

/** Greta hangs the owners' pictures and makes one person of two accounts; Petra asks to come back. */
export async function seedActivity({ clients, league, clock }: DemoSite): Promise<void> {
  const { greta, petra } = clients
  const now = clock.now().getTime()
  try {
    clock.set(new Date(now - ADMIN_WORK_HOURS_AGO * HOUR_MS), 0)
    const { owners } = getHistory.schema.response[200].parse(await greta.get(`${league}/history/`))
    for (const owner of owners.filter(hasPortrait)) {
      const url = `${league}/owners/${encodeURIComponent(owner)}/picture/`
      await greta.upload(url, 'file', 'portrait.png', await drawPortrait(owner))
    }
    const merges = `${league}/history/merges/`
    const { suggestions } = listOwnerMerges.schema.response[200].parse(await greta.get(merges))
    for (const pair of suggestions) await greta.post(merges, pair)
    clock.set(new Date(now - JOIN_REQUEST_HOURS_AGO * HOUR_MS), 0)
    await petra.post('/api/request-league/', { league: LEAGUE_NAME, message: JOIN_REQUEST_MESSAGE })
  } finally {
    clock.reset()
  }
}

const JOIN_REQUEST_MESSAGE =
  'I won this league in 2016 and then moved to a place without televisions. I am back. Is my chair still there?'
