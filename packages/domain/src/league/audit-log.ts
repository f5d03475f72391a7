import { pluralize } from '../pluralize.ts'
import { DUES_DESCRIPTIONS, DUES_LABELS } from './dues.ts'
import { formatWait } from './moderation.ts'
import { roleWithArticle } from './roles.ts'

export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>

type Describe = (field: (name: string) => string, detail: AuditDetail) => string

const DESCRIPTIONS = {
  'account.register': (_, { is_admin }) => (is_admin === true ? 'registered as a site admin' : 'registered'),
  'account.login': (_, { with: method }) =>
    typeof method === 'string' ? `signed in with ${SIGN_IN_METHODS[method] ?? method}` : 'signed in',
  'account.update': (field) => `updated their account: ${field('changed')}`,
  'account.password': (_, detail) => `changed their password${describeTokens(detail)}`,
  'account.password_reset': (_, detail) => `reset their password using a link${describeTokens(detail)}`,
  'account.verify_email': () => 'verified their email address',
  'account.link_identity': (field) => `linked their ${field('provider')} account`,
  'account.unlink_identity': (field) => `unlinked their ${field('provider')} account`,
  'account.end_sessions': (field, { ended }) =>
    ended === 1 ? 'signed out of 1 other session' : `signed out of ${field('ended')} other sessions`,
  'account.add_passkey': (field) => `added the passkey ${field('name')}`,
  'account.remove_passkey': (field) => `removed the passkey ${field('name')}`,
  'account.add_totp': () => 'added an authenticator app',
  'account.remove_totp': () => 'removed their authenticator app',
  'account.recovery_codes': () => 'created new recovery codes',
  'account.delete': () => 'deleted their account',
  'account.create_token': (field) => `created the API token ${field('name')} (${field('scopes')})`,
  'account.revoke_token': (field) => `revoked the API token ${field('name')}`,
  'account.create_subscription': (_, { kind }) => `created ${SUBSCRIPTION_NAMES[String(kind)] ?? kind}`,
  'account.revoke_subscription': (_, { kind }) => `turned off ${SUBSCRIPTION_NAMES[String(kind)] ?? kind}`,
  'admin.set-staff': (field, { is_staff }) =>
    is_staff === true
      ? `made ${field('username')} site staff`
      : `removed ${field('username')} from site staff`,
  'admin.disable': (field) => `disabled the account of ${field('username')}`,
  'admin.remove-factors': (field) => `removed the second factors of ${field('username')}`,
  'admin.enable': (field) => `enabled the account of ${field('username')} again`,
  'admin.reset-link': (field) => `created a reset link for ${field('username')}`,
  'admin.reset-password': (field, detail) => `reset ${field('username')}'s password${describeTokens(detail)}`,
  'site.settings': (field, { signup, address }) =>
    address !== undefined
      ? `changed the URL of the site to ${address === null ? 'none' : field('address')}`
      : signup === 'invite'
        ? 'closed sign-up for everybody without an invite link'
        : 'opened sign-up for anybody',
  'job.retry': (field) => `retried a failed job (${field('kind')})`,
  'job.dismiss': (_, { count }) => `dismissed ${pluralize(Number(count), 'failed job')}`,
  'site.test-email': () => 'sent a test email',
  'backup.make': () => 'started a backup',
  'backup.download': (field) => `downloaded the backup ${field('name')}`,
  'console.act': (field) => `ran ${field('command')} as ${field('username')}`,
  'cookies.allow_server': () => "allowed the league to use the server's cookies",
  'cookies.forbid_server': () => "no longer allows the league to use the server's cookies",
  'league.create': (field) => `created the league ${field('name')}`,
  'league.import': (field) => `imported the league ${field('name')}`,
  'league.export': () => 'exported the league',
  'people.claim': (field) => `asked to be linked to the imported ${field('person')}`,
  'people.withdraw': (field) => `is not the imported ${field('person')}`,
  'people.link': (field) => `linked the imported ${field('person')} to ${field('username')}`,
  'people.unlink': (field) => `unlinked the imported ${field('person')}`,
  'league.delete': (field) => `deleted the league ${field('name')}`,
  'league.settings': (field, detail) =>
    detail['was'] === undefined
      ? `changed the league settings: ${Object.keys(detail)
          .map((name) => SETTING_LABELS[name] ?? name)
          .join(', ')}`
      : `renamed the league from ${field('was')} to ${field('name')}`,
  'league.keeper-rule': (_, { unit }) =>
    unit === null ? 'removed the keeper rule' : 'changed the keeper rule',
  'league.espn-id': (field, { deleted }) =>
    `changed the ESPN league ID from ${field('from')} to ${field('to')}${deleted === '' ? '' : ` and deleted the seasons ${field('deleted')}`}`,
  'league.add-source': (field) => `added ${field('provider')} league ${field('league_id')} as a source`,
  'league.edit-source': (field) =>
    `changed the seasons of the source ${field('provider')} league ${field('league_id')}`,
  'league.remove-source': (field) =>
    `removed ${field('provider')} league ${field('league_id')} from the sources`,
  'league.refresh': (_, { season, leagues }) =>
    `refreshed ${leagues === 1 ? 'the league' : `${leagues} leagues`}${season === null ? '' : ` for the ${season} season`}`,
  'league.assign-user': (field) => `made ${field('username')} ${roleWithArticle(field('role'))}`,
  'league.remove-member': (field) =>
    `removed ${field('username')}, who was ${roleWithArticle(field('role'))}`,
  'league.leave': (field) => `left the league, as ${roleWithArticle(field('role'))}`,
  'league.assign-team': (field, { username, co_owner }) =>
    username === null
      ? `unassigned team ${field('team_id')}`
      : co_owner === true
        ? `made ${field('username')} a co-owner of team ${field('team_id')}`
        : `assigned team ${field('team_id')} to ${field('username')}`,
  'league.approve-request': (field, { team_id }) =>
    `approved ${field('username')}${team_id === undefined ? '' : ` with team ${field('team_id')}`}`,
  'league.reject-request': (field) => `rejected ${field('username')}`,
  'league.create-invite': (field, { needs_approval }) =>
    `created an invite link for ${field('days')} days${needs_approval === true ? ', with approval' : ''}`,
  'league.revoke-invite': (field) => `revoked invite link ${field('id')}`,
  'league.use-invite': (field, { team_id }) =>
    `joined through invite link ${field('id')}${team_id === null ? '' : ` and claimed team ${field('team_id')}`}`,
  'league.undo-claim': (field, { team_id }) =>
    `undid what ${field('username')} got through invite link ${field('id')}${team_id === null ? '' : `, including team ${field('team_id')}`}`,
  'league.create-public-link': (_, { shows_owners }) =>
    `turned on the public link at a new address, ${publicNames(shows_owners)}`,
  'league.save-public-link': (_, { shows_owners }) =>
    `changed the public link, now ${publicNames(shows_owners)}`,
  'league.revoke-public-link': () => 'turned off the public link',
  'league.save-credentials': () => 'saved ESPN cookies',
  'league.clear-credentials': () => 'removed the ESPN cookies',
  'league.backfill': (field, { start, end, force, scrape }) =>
    `backfilled ${start === end ? `the ${field('start')} season` : `the ${field('start')} to ${field('end')} seasons`}${
      scrape === true ? ', including lineups' : ''
    }${force === true ? ', replacing stored data' : ''}`,
  'league.stop-backfill': () => 'stopped the backfill',
  'league.save-webhook': (field) => `set up a recap webhook (${field('form')})`,
  'league.clear-webhook': () => 'removed the recap webhook',
  'season.export': () => 'exported the seasons of the league',
  'season.accept_zeros': (field) => `accepted the zeros of Week ${field('week')} of ${field('season')}`,
  'season.upload': (field) => `uploaded the ${field('season')} season: ${field('files')}`,
  'owner.merge': (field) => `merged ${field('owner')} into ${field('into')}`,
  'owner.undo_merge': (field) => `undid the merge of ${field('owner')} into ${field('from')}`,
  'season.exclude': (field, { reason }) =>
    reason === null
      ? `included the ${field('season')} season in records again`
      : `excluded the ${field('season')} season from records: ${field('reason')}`,
  'owner.picture': (field) => `uploaded a picture for ${field('owner')}`,
  'owner.picture_removed': (field) => `removed ${field('owner')}'s picture`,
  'trophy.picture': () => 'uploaded a picture of the trophy',
  'trophy.description': (field, { description }) =>
    description === null
      ? 'removed the description of the trophy picture'
      : `described the trophy picture: ${field('description')}`,
  'trophy.picture_removed': () => 'removed the picture of the trophy',
  'bets.save': (field) => `saved ${field('username')}'s pick for ${describeWeek(field)}`,
  'bets.settle': (field, { result }) =>
    result === null
      ? `cleared the result of ${field('username')}'s pick for ${describeWeek(field)}`
      : `settled ${field('username')}'s pick for ${describeWeek(field)}: ${field('result')}`,
  'bets.payment': (field, { username, username_before, paid, paid_before }) =>
    [
      username === username_before
        ? []
        : username === null
          ? [`noted that the lowest scorer covers the slip of ${describeWeek(field)}`]
          : [`noted that ${field('username')} covers the slip of ${describeWeek(field)}`],
      paid === paid_before
        ? []
        : [`noted that the slip of ${describeWeek(field)} is ${paid === true ? 'paid' : 'not paid'}`],
    ]
      .flat()
      .join(', and '),
  'bets.import': (field, { locked }) =>
    `imported picks from the sheet: ${field('imported')} imported, ${field('kept')} kept, ${field('skipped')} skipped${locked === undefined ? '' : `, locked weeks included (${field('locked')} replaced)`}`,
  'rules.save': (field, { note }) =>
    `saved version ${field('version')} of the rules${note === '' ? '' : `: ${field('note')}`}`,
  'rules.restore': (field) =>
    `restored version ${field('restored')} of the rules as version ${field('version')}`,
  ...DUES_DESCRIPTIONS,
  'feed.pin': (field) => `pinned ${describeItem(field)}`,
  'feed.unpin': (field) => `unpinned ${describeItem(field)}`,
  'feed.delete': (field) => `deleted ${describeItem(field)}`,
  'feed.edit': (field) => `edited ${describeItem(field)}`,
  'feed.hide': (field) => `hid ${describeItem(field)}: ${field('reason')}`,
  'feed.unhide': (field) => `showed ${describeItem(field)} again`,
  'feed.dismiss_reports': (field) => `dismissed the reports of ${describeItem(field)}`,
  'feed.reopen_reports': (field) => `reopened the reports of ${describeItem(field)}`,
  'feed.slow_mode': (_, { seconds }) =>
    seconds === 0 ? 'turned off slow mode' : `turned on slow mode: ${formatWait(Number(seconds) * 1000)}`,
} as const satisfies Readonly<Record<string, Describe>>

export type AuditAction = keyof typeof DESCRIPTIONS

const describeWeek = (field: (name: string) => string) => `Week ${field('week')} of ${field('season')}`

/** Media items are named by what members see. */
const describeItem = (field: (name: string) => string) =>
  field('type') === 'media' ? 'a photo or video' : `a ${field('type')}`

const SIGN_IN_METHODS: Readonly<Record<string, string>> = {
  passkey: 'a passkey',
  second_passkey: 'a password and a passkey',
  totp: 'a password and an authenticator app',
  recovery_code: 'a password and a recovery code',
}

const SUBSCRIPTION_NAMES: Readonly<Record<string, string>> = {
  calendar: 'an address for calendar apps',
  recaps: 'an address for feed readers',
}

function describeTokens({ keeps_tokens }: AuditDetail): string {
  return keeps_tokens === true ? ', keeping API tokens and calendar and feed addresses' : ''
}

const SETTING_LABELS: Readonly<Record<string, string>> = {
  seasonNote: 'season note',
  hasBetslip: 'Betslip',
  hidesPicks: 'hidden picks',
  hasRecap: 'weekly recap',
  recapSections: 'sections of the recap',
  sheetId: 'Google Sheet',
  sheetGid: 'Google Sheet tab',
}

/**
 * Describes an audit entry as the part of a sentence that follows the actor's name, for example
 * 'made rowan a player'. An action that this release does not know is returned with its raw detail.
 */
export function describeAuditEntry(action: string, detail: AuditDetail): string {
  const field = (name: string) => String(detail[name] ?? '?')
  if (isAuditAction(action)) return DESCRIPTIONS[action](field, detail)
  const rawDetail = Object.entries(detail).map(([name, value]) => `${name} ${value}`)
  return [action, ...rawDetail].join(', ')
}

const LABELS: Readonly<Record<AuditAction, string>> = {
  'account.register': 'Registered',
  'account.login': 'Signed in',
  'account.update': 'Updated their account',
  'account.password': 'Changed their password',
  'account.password_reset': 'Reset their password using a link',
  'account.verify_email': 'Verified their email address',
  'account.link_identity': 'Linked an account to sign in with',
  'account.unlink_identity': 'Unlinked an account to sign in with',
  'account.end_sessions': 'Signed out of other sessions',
  'account.add_passkey': 'Added a passkey',
  'account.remove_passkey': 'Removed a passkey',
  'account.add_totp': 'Added an authenticator app',
  'account.remove_totp': 'Removed an authenticator app',
  'account.recovery_codes': 'Created recovery codes',
  'account.delete': 'Deleted their account',
  'account.create_token': 'Created an API token',
  'account.revoke_token': 'Revoked an API token',
  'account.create_subscription': 'Created a calendar or feed address',
  'account.revoke_subscription': 'Turned off a calendar or feed address',
  'admin.set-staff': 'Added or removed site staff',
  'admin.disable': 'Disabled an account',
  'admin.enable': 'Enabled an account',
  'admin.remove-factors': "Removed a user's second factors",
  'admin.reset-link': 'Created a reset link',
  'admin.reset-password': "Reset a user's password",
  'site.settings': 'Changed the settings of the site',
  'job.retry': 'Retried a failed job',
  'job.dismiss': 'Dismissed failed jobs',
  'site.test-email': 'Sent a test email',
  'backup.make': 'Started a backup',
  'backup.download': 'Downloaded a backup',
  'console.act': 'Ran an admin command',
  'cookies.allow_server': "Allowed the server's cookies",
  'cookies.forbid_server': "Stopped allowing the server's cookies",
  'league.create': 'Created a league',
  'league.import': 'Imported a league',
  'league.export': 'Exported a league',
  'people.claim': 'Asked to be linked to an imported person',
  'people.withdraw': 'Ended a link to an imported person',
  'people.link': 'Linked an imported person',
  'people.unlink': 'Unlinked an imported person',
  'league.delete': 'Deleted a league',
  'league.settings': 'Changed the league settings',
  'league.keeper-rule': 'Changed the keeper rule',
  'league.espn-id': 'Changed the ESPN league ID',
  'league.add-source': 'Added a source',
  'league.edit-source': 'Changed the seasons of a source',
  'league.remove-source': 'Removed a source',
  'league.refresh': 'Refreshed a league',
  'league.assign-user': 'Assigned a user to the league',
  'league.remove-member': 'Removed a member',
  'league.leave': 'Left a league',
  'league.assign-team': 'Assigned a team',
  'league.approve-request': 'Approved a join request',
  'league.reject-request': 'Rejected a join request',
  'league.create-invite': 'Created an invite link',
  'league.revoke-invite': 'Revoked an invite link',
  'league.use-invite': 'Joined through an invite link',
  'league.undo-claim': 'Undid a claim',
  'league.create-public-link': 'Turned on the public link',
  'league.save-public-link': 'Changed the public link',
  'league.revoke-public-link': 'Turned off the public link',
  'league.save-credentials': 'Saved ESPN cookies',
  'league.clear-credentials': 'Removed ESPN cookies',
  'league.backfill': 'Backfilled seasons',
  'league.stop-backfill': 'Stopped a backfill',
  'league.save-webhook': 'Set up a webhook',
  'league.clear-webhook': 'Removed a webhook',
  'season.export': 'Exported seasons',
  'season.accept_zeros': 'Accepted zeros',
  'season.upload': 'Uploaded a season',
  'owner.merge': 'Merged owners',
  'owner.undo_merge': 'Undid an owner merge',
  'season.exclude': 'Excluded or included a season',
  'owner.picture': 'Uploaded an owner picture',
  'owner.picture_removed': 'Removed an owner picture',
  'trophy.picture': 'Uploaded a trophy picture',
  'trophy.description': 'Described the trophy picture',
  'trophy.picture_removed': 'Removed the trophy picture',
  'bets.save': "Saved a member's pick",
  'bets.settle': 'Settled a pick',
  'bets.payment': 'Noted a payment',
  'bets.import': 'Imported picks from the Google Sheet',
  'rules.save': 'Changed the rules',
  'rules.restore': 'Restored an old version of the rules',
  ...DUES_LABELS,
  'feed.pin': 'Pinned a feed item',
  'feed.unpin': 'Unpinned a feed item',
  'feed.delete': 'Deleted a feed item or comment',
  'feed.edit': 'Edited a post or comment',
  'feed.hide': 'Hid a post or comment',
  'feed.unhide': 'Showed a hidden post or comment again',
  'feed.dismiss_reports': 'Dismissed reports',
  'feed.reopen_reports': 'Reopened reports',
  'feed.slow_mode': 'Changed slow mode',
}

/** The label of an action in a filter. An action that this release does not know is returned unchanged. */
export function auditActionLabel(action: string): string {
  return isAuditAction(action) ? LABELS[action] : action
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(DESCRIPTIONS, action)
}

function publicNames(showsOwners: AuditDetail[string] | undefined): string {
  return showsOwners === true ? 'with the names of owners' : 'with team names only'
}
