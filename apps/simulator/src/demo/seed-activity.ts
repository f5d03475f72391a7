import { getHistory } from '@fieldhouse/contract/history'
import { listOwnerMerges } from '@fieldhouse/contract/history-admin'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_NAME } from '../league/seed-users.ts'
import { drawPortrait, hasPortrait } from './draw-portrait.ts'
import type { DemoSite } from './site-client.ts'

const [ADMIN_WORK_HOURS_AGO, JOIN_REQUEST_HOURS_AGO] = [230, 19]

/** Greta uploads the owner portraits and merges the two accounts of one owner. Petra requests to rejoin. */
export async function seedActivity({ clients, leaguePath, clock }: DemoSite): Promise<void> {
  const { greta, petra } = clients
  const now = clock.now().getTime()
  try {
    await clock.set(new Date(now - ADMIN_WORK_HOURS_AGO * HOUR_MS))
    const { owners } = getHistory.schema.response[200].parse(await greta.get(`${leaguePath}/history/`))
    for (const owner of owners.filter(hasPortrait)) {
      const url = `${leaguePath}/owners/${encodeURIComponent(owner)}/picture/`
      await greta.upload(url, 'file', 'portrait.png', await drawPortrait(owner))
    }
    const mergesUrl = `${leaguePath}/history/merges/`
    const { suggestions } = listOwnerMerges.schema.response[200].parse(await greta.get(mergesUrl))
    for (const pair of suggestions) await greta.post(mergesUrl, pair)
    await clock.set(new Date(now - JOIN_REQUEST_HOURS_AGO * HOUR_MS))
    await petra.post('/api/request-league/', { league: LEAGUE_NAME, message: JOIN_REQUEST_MESSAGE })
  } finally {
    await clock.reset()
  }
}

const JOIN_REQUEST_MESSAGE =
  "I won this league in 2016, then moved somewhere with no TV. I'm back and I want my spot. Is there room for a former champ?"
