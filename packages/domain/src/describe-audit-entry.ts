export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>

type Describe = (of: (name: string) => string, detail: AuditDetail) => string

const DESCRIPTIONS = {
  'account.register': (_, { is_admin }) => `registered${is_admin === true ? ' as a site admin' : ''}`,
  'account.login': () => 'signed in',
  'account.update': (of) => `changed their account: ${of('changed')}`,
  'account.password': () => 'changed their password',
  'account.password_reset': () => 'set a new password by a link',
  'account.end_sessions': (of) => `signed out elsewhere (${of('ended')})`,
  'admin.set-staff': (of, { is_staff }) =>
    is_staff === true ? `made ${of('username')} site staff` : `ended that ${of('username')} is site staff`,
  'admin.reset-password': (of) => `reset the password of ${of('username')}`,
  'console.act': (of) => `began ${of('command')} in the name of ${of('username')}`,
  'league.create': (of) => `created the league ${of('name')}`,
  'league.import': (of) => `imported the league ${of('name')}`,
  'league.export': () => 'exported the league',
  'league.delete': (of) => `deleted the league ${of('name')}`,
  'league.settings': (of, detail) =>
    detail['was'] === undefined
      ? `changed the settings: ${Object.keys(detail)
          .map((name) => SETTING_LABELS[name] ?? name)
          .join(', ')}`
      : `renamed ${of('was')} to ${of('name')}`,
  'league.refresh': (_, { season, leagues }) =>
    `refreshed ${leagues === 1 ? 'the league' : `${leagues} leagues`}${season === null ? '' : `, season ${season}`}`,
  'league.assign-user': (of) => `made ${of('username')} ${of('role')}`,
  'league.remove-member': (of) => `removed ${of('username')}, who was ${of('role')}`,
  'league.assign-team': (of, { username }) =>
    username === null
      ? `gave team ${of('team_id')} to nobody`
      : `gave team ${of('team_id')} to ${of('username')}`,
  'league.approve-request': (of) => `let ${of('username')} in`,
  'league.reject-request': (of) => `rejected the request of ${of('username')}`,
  'league.save-credentials': () => 'saved cookies for the provider',
  'league.clear-credentials': () => 'removed the cookies for the provider',
  'league.backfill': (of, { start, end, force, scrape }) =>
    `backfilled ${start === end ? `the season ${of('start')}` : `the seasons ${of('start')} to ${of('end')}`}${
      scrape === true ? ', with line-ups' : ''
    }${force === true ? ', reading again what was stored' : ''}`,
  'league.save-webhook': (of) => `set a webhook for the recap (${of('form')})`,
  'league.clear-webhook': () => 'removed the webhook for the recap',
  'season.upload': (of) => `uploaded the season ${of('season')}: ${of('files')}`,
  'owner.merge': (of) => `merged the owner ${of('owner')} into ${of('into')}`,
  'owner.undo_merge': (of) => `undid that ${of('owner')} counts as ${of('from')}`,
  'season.exclude': (of, { reason }) =>
    reason === null
      ? `lets the season ${of('season')} count for records again`
      : `excluded the season ${of('season')} from records: ${of('reason')}`,
  'owner.picture': (of) => `gave ${of('owner')} a picture`,
  'owner.picture_removed': (of) => `removed the picture of ${of('owner')}`,
  'bets.save': (of) => `wrote the pick of ${of('username')} for ${describeWeek(of)}`,
  'bets.settle': (of, { result }) =>
    result === null
      ? `took back how the pick of ${of('username')} for ${describeWeek(of)} ended`
      : `settled the pick of ${of('username')} for ${describeWeek(of)}: ${of('result')}`,
  'bets.import': (of) =>
    `imported picks from the sheet: ${of('imported')} written, ${of('kept')} kept, ${of('skipped')} skipped`,
  'feed.pin': (of) => `pinned a ${of('type')}`,
  'feed.unpin': (of) => `unpinned a ${of('type')}`,
  'feed.delete': (of) => `deleted a ${of('type')}`,
} as const satisfies Readonly<Record<string, Describe>>

/** What can be done and written down. Only what has a sentence can be recorded. */
export type AuditAction = keyof typeof DESCRIPTIONS

const describeWeek = (of: (name: string) => string) => `week ${of('week')} of ${of('season')}`

const SETTING_LABELS: Readonly<Record<string, string>> = {
  seasonNote: 'season note',
  hasBetslip: 'Betslip',
  hidesPicks: 'hidden picks',
  hasRecap: 'weekly recap',
  sheetId: 'sheet',
  sheetGid: 'sheet tab',
}

/**
 * What was done, to stand after the name of who did it: 'made rowan player'. What another release
 * wrote down, and this one does not know, is told as it stands.
 */
export function describeAuditEntry(action: string, detail: AuditDetail): string {
  const of = (name: string) => String(detail[name] ?? '?')
  if (isAuditAction(action)) return DESCRIPTIONS[action](of, detail)
  const told = Object.entries(detail).map(([name, value]) => `${name} ${value}`)
  return [action, ...told].join(', ')
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(DESCRIPTIONS, action)
}
