import { HOUR_MS } from '@fieldhouse/domain/duration'
import { Feed } from 'feed'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { CalendarEvent } from './calendar-events.ts'
import type { PublishedRecap } from './store.ts'

/** iCalendar. Apps are asked to read it again every 6 hours. */
export function formatCalendar(events: readonly CalendarEvent[], siteUrl: string): string {
  const calendar = ical({
    name: 'Fieldhouse',
    prodId: { company: 'Fieldhouse', product: 'Fieldhouse' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: (6 * HOUR_MS) / 1000,
  })
  for (const { id, title, league, start, end, isAllDay, updatedAt } of events) {
    calendar.createEvent({
      id: `${id}@${new URL(siteUrl).hostname}`,
      summary: title,
      description: league,
      start,
      ...(end === null ? {} : { end }),
      allDay: isAllDay,
      stamp: updatedAt,
      url: leagueUrl(siteUrl, league),
    })
  }
  return calendar.toString()
}

/** Atom. */
export function formatRecapFeed(recaps: readonly PublishedRecap[], siteUrl: string): string {
  const feed = new Feed({
    id: `${siteUrl}/recaps`,
    title: 'Fieldhouse recaps',
    link: siteUrl,
    copyright: '',
    generator: 'Fieldhouse',
    updated: recaps[0]?.postedAt ?? new Date(0),
  })
  for (const { league, season, week, text, postedAt } of recaps) {
    feed.addItem({
      id: `${leagueUrl(siteUrl, league)}&season=${season}&week=${week}`,
      title: `${league}: ${text.split('\n')[0] ?? ''}`,
      link: `${leagueUrl(siteUrl, league)}&tab=league+social`,
      date: postedAt,
      content: toHtml(text),
      author: [{ name: league }],
    })
  }
  return feed.atom1()
}

function leagueUrl(siteUrl: string, league: string): string {
  return `${siteUrl}/?league=${encodeURIComponent(league)}`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Team names are text of others. */
function toHtml(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
  return escaped
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br/>')}</p>`)
    .join('')
}
