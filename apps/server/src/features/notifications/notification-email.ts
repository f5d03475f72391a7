import { EMAIL_SUBJECTS } from '@fieldhouse/domain/notifications/notification'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { capitalize, formatAward, toTextSections } from '@fieldhouse/domain/recap/recap-sections'
import { type Email, escapeHtml, htmlDocument, withoutAutoLinks } from '../../mail/mail.ts'
import { type Delivery, notificationPath } from './notification-store.ts'

/**
 * Creates an email with the text of a push notification and links to what it is about and to the notification settings. Names and
 * other text of users don't become links.
 * @param recap what a notification about a recap shows; null for others, and for recaps of 0.1.0
 */
export function createNotificationEmail(
  { notification, league, username }: Pick<Delivery, 'notification' | 'league' | 'username'>,
  email: string,
  publicUrl: string,
  recap: RecapDocument | null = null,
): Email {
  const [title, body] = [notification.title, notification.body].map(withoutAutoLinks) as [string, string]
  const reason = `You're getting this because emails are turned on for your Fieldhouse account ${withoutAutoLinks(username)}.`
  // The web app's router reads the `route` parameter.
  const settingsUrl = `${publicUrl}/?route=account`
  const url = `${publicUrl}${notificationPath(notification.target, league)}`
  const links = { url, reason, settingsUrl }
  const content =
    recap === null || league === null
      ? {
          text: [title, body, url, `${reason}\nManage or unsubscribe: ${settingsUrl}`, ''].join('\n\n'),
          html: htmlDocument([
            `<p><strong>${escapeHtml(title)}</strong></p>`,
            `<p>${escapeHtml(body)}</p>`,
            `<p><a href="${escapeHtml(url)}">Open Fieldhouse</a></p>`,
            `<p>${escapeHtml(reason)} <a href="${escapeHtml(settingsUrl)}">Manage or unsubscribe</a></p>`,
          ]),
        }
      : { text: formatRecapText(recap, league, links), html: formatRecapHtml(recap, league, links) }
  return { to: email, subject: EMAIL_SUBJECTS[notification.kind], unsubscribeUrl: settingsUrl, ...content }
}

type EmailLinks = {
  /** The post in League Social. */
  url: string
  reason: string
  settingsUrl: string
}

/** A recap as an email, without pictures. Both parts say the same. Names do not become links. */
function formatRecapText(recap: RecapDocument, league: string, { url, reason, settingsUrl }: EmailLinks) {
  const sections = toTextSections(recap).map(({ name, lines }) => [name.toUpperCase(), ...lines].join('\n'))
  const texts = [`${recap.title}, ${league}`, recap.headline, ...recap.story, ...sections].map(withoutLinks)
  return [
    ...texts,
    `Read it in League Social: ${url}`,
    `${reason}\nManage or unsubscribe: ${settingsUrl}`,
    '',
  ].join('\n\n')
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * Mail programs that know dark mode apply these, and the others the attributes of the elements. Neither needs the
 * other: text has a color wherever its background has one.
 */
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#15181c!important}.card{background:#1e2227!important}
.ink{color:#f2f4f7!important}.muted{color:#aab2bd!important}.rule{border-color:#3a4048!important}.link{color:#8ab8ff!important}
}`

function formatRecapHtml(recap: RecapDocument, league: string, { url, reason, settingsUrl }: EmailLinks) {
  const paragraphs = recap.story.map(
    (paragraph) =>
      `<p class="ink" style="margin:0 0 14px;color:#1c2430;${FONT};font-size:16px;line-height:1.5">${show(paragraph)}</p>`,
  )
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${show(recap.title)}</title><style>${STYLES}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#eef1f5">',
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5"><tr><td align="center" style="padding:16px 8px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:12px"><tr><td style="padding:24px 20px">',
    `<p class="muted" style="margin:0 0 6px;color:#566070;${FONT};font-size:14px">${show(`${recap.title}, ${league}`)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;color:#1c2430;${FONT};font-size:24px;line-height:1.25">${show(recap.headline)}</h1>`,
    ...paragraphs,
    ...htmlSections(recap),
    `<p style="margin:24px 0 0;${FONT};font-size:16px"><a class="link" href="${escapeHtml(url)}" style="color:#0b57c2">Read it in League Social</a></p>`,
    '</td></tr></table>',
    `<p class="muted" style="margin:16px 0 0;max-width:600px;color:#566070;${FONT};font-size:13px;line-height:1.5">${escapeHtml(reason)} <a class="link" href="${escapeHtml(settingsUrl)}" style="color:#0b57c2">Manage or unsubscribe</a></p>`,
    '</td></tr></table>',
    '</body></html>',
  ].join('\n')
}

function htmlSections(recap: RecapDocument): string[] {
  const change = (by: number) => (by === 0 ? '–' : `${by > 0 ? '▲' : '▼'} ${Math.abs(by)}`)
  return [
    ...table(
      'Results',
      recap.games.map(({ winner, loser, score, against, tie, round }) => [
        `${tie ? show(winner.name) : `<strong>${show(winner.name)}</strong>`}<br>${show(loser.name)}${round === null ? '' : `<br><span class="muted" style="color:#566070;font-size:13px">${show(round)}</span>`}`,
        `${tie ? score : `<strong>${score}</strong>`}<br>${against}`,
      ]),
    ),
    ...table(
      'Awards',
      recap.awards.map((award) => {
        const [label = '', ...rest] = formatAward({ ...award, value: '' }).split(': ')
        return [
          `<span class="muted" style="color:#566070;font-size:13px">${show(label)}</span><br>${show(rest.join(': '))}`,
          show(award.value),
        ]
      }),
    ),
    ...table(
      'Power ranking',
      recap.power.map(({ team, rank, change: by }) => [`${rank}. ${show(team.name)}`, change(by)]),
    ),
    ...table(
      'Playoff odds',
      recap.odds.map(({ team, before, after, status }) => [
        show(team.name),
        status === 'clinched'
          ? 'in'
          : status === 'eliminated'
            ? 'out'
            : show(before === null ? after : `${before} → ${after}`),
      ]),
    ),
    ...table(
      'Records',
      recap.records.map(({ label, holder, value }) => [
        `${show(capitalize(label))}<br>${show(holder)}`,
        show(value),
      ]),
    ),
    ...table(
      'Standings',
      recap.standings.map(({ rank, team, record, points }) => [
        `${rank}. ${show(team.name)}`,
        `${show(record)}, ${show(points)}`,
      ]),
    ),
  ]
}

/** `rows` is HTML. */
function table(name: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const cell = 'padding:7px 0;border-top:1px solid #dbe0e7;vertical-align:top'
  return [
    `<h2 class="ink" style="margin:22px 0 6px;color:#1c2430;${FONT};font-size:16px">${name}</h2>`,
    `<table class="ink" width="100%" cellpadding="0" cellspacing="0" style="color:#1c2430;${FONT};font-size:15px;line-height:1.4">`,
    ...rows.map(
      ([what, value]) =>
        `<tr><td class="rule" style="${cell}">${what}</td><td class="rule" align="right" style="${cell};padding-left:12px;white-space:nowrap">${value}</td></tr>`,
    ),
    '</table>',
  ]
}

function show(text: string): string {
  return escapeHtml(withoutLinks(text))
}

/** Figures are no addresses, and readers copy them. */
function withoutLinks(text: string): string {
  return withoutAutoLinks(text).replace(/(?<=\d)\u200b(?=\.\d)/g, '')
}
