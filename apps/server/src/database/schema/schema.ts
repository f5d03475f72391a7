// Long because it is one list with an entry for each table.
import type { PICK_SOURCES } from '@fieldhouse/contract/betslip'
import type { LegResult, PickSettler, SlipOutcome } from '@fieldhouse/domain/betslip/settlement'
import type { DuesEntryKind, PrizeKind } from '@fieldhouse/domain/league/dues'
import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { Reaction } from '@fieldhouse/domain/league/reactions'
import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import type { NflGameHold, NflGameState } from '@fieldhouse/domain/nfl/nfl-week'
import type { NotificationKind } from '@fieldhouse/domain/notifications/notification'
import type { ArchivePartName, DraftOrder } from '@fieldhouse/domain/rosters/archive'
import type { TimelinePoint } from '@fieldhouse/domain/rosters/matchup'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number
/** JSON text, parsed by a schema in the store that reads it. */
type Json = string
/** SHA-256 of a token or a code, hex. The token or code itself is never stored. */
type Hash = string
/** A day such as `2026-09-01`. */
type Day = string

export type Database = {
  users: {
    id: Generated<number>
    username: string
    /** The normalized username, which is unique. */
    username_key: string
    email: string
    /**
     * The normalized email address that identifies the account, which is unique: a verified one, or one of release
     * 0.1.0, which verified none, that nobody else has verified since. null without one.
     */
    email_key: string | null
    email_verified_at: Millis | null
    /** The normalized email address that is reserved for the account while it is being verified, which is unique. */
    email_claim_key: string | null
    email_claimed_at: Millis | null
    first_name: string
    last_name: string
    password_hash: string
    is_admin: Flag
    is_staff: Flag
    created_at: Millis
    /**
     * Since when nobody can sign in to the account, because a site admin disabled it or it was deleted; otherwise
     * null.
     */
    disabled_at: Generated<Millis | null>
    /** When its owner deleted it; otherwise null. The row stays as the author of what they have posted. */
    deleted_at: Generated<Millis | null>
  }
  site_settings: { name: string; value: string }
  sessions: {
    token_hash: Hash
    user_id: number
    created_at: Millis
    seen_at: Millis
    expires_at: Millis
    /** The truncated user agent at sign-in; null if the browser sent none. */
    user_agent: string | null
    /** When the user last proved who they are; null for a session of 0.1.0, which did so at sign-in. */
    verified_at: Generated<Millis | null>
    /** The IP address of the last recorded use; null if unknown. */
    address: Generated<string | null>
  }
  /** The password reset link of an account. Each account has at most one. */
  password_resets: {
    user_id: number
    token_hash: Hash
    created_at: Millis
    expires_at: Millis
  }
  attempts: {
    id: Generated<number>
    /** The subject of the limit, such as `account:12` or `address:127.0.0.1`. */
    bucket: string
    at: Millis
  }
  /** One row per bucket, which is locked while its attempts are counted, so that counts are serialized. */
  attempt_buckets: {
    bucket: string
    tried_at: Millis
  }
  audit_log: {
    id: Generated<number>
    at: Millis
    /** null if no user was signed in, and after the account was deleted. */
    actor_id: number | null
    actor_name: string
    action: string
    league_id: number | null
    detail: Json
    /** The position in the chain of hashes, from 1; null until a job has chained the entry. */
    sequence: Generated<number | null>
    /** SHA-256 of the entry and of the hash before it, hex; null until a job has chained the entry. */
    hash: Generated<string | null>
  }
  leagues: {
    id: Generated<number>
    name: string
    name_key: string
    /** The ID of the newest ESPN source, for the previous release; 0 without one. */
    espn_league_id: number
    sheet_id: string | null
    sheet_gid: string | null
    has_betslip: Flag
    created_at: Millis
    season_note: Generated<string | null>
    /** Whether the picks of others are hidden until the week locks. Default: 0. */
    hides_picks: Generated<Flag>
    /** When the last change of `hides_picks` takes effect; null if it did at once. */
    hiding_changes_at: Generated<Millis | null>
    /** Picks saved before this time stay hidden until their cutoff; null if no change has shown picks. */
    picks_hidden_before: Generated<Millis | null>
    may_use_server_cookies: Generated<Flag>
    has_recap: Generated<Flag>
    /** The sections of the recap, separated by commas; null for all. */
    recap_sections: Generated<string | null>
    history_version: Generated<number>
    /** When the next scheduled refresh is due; 0 for immediately. */
    refresh_due_at: Generated<Millis>
  }
  /** Where the seasons of a league are read from. No two sources of a league have the same season. */
  league_sources: {
    id: Generated<number>
    league_id: number
    provider: ColumnType<ProviderName>
    provider_league_id: string
    /** null is an open end. */
    first_season: number | null
    last_season: number | null
  }
  /** What people write for a league and nothing else searches; each league, kind and user has one row. */
  league_documents: {
    id: Generated<number>
    league_id: number
    kind: string
    /** The member who has it; null for the league. */
    user_id: number | null
    imported_person_id: ImportedPersonId
    document: Json
    saved_at: Millis
  }
  memberships: {
    league_id: number
    user_id: number
    role: ColumnType<'admin' | 'player' | 'viewer'>
    created_at: Millis
    imported_person_id: ImportedPersonId
  }
  join_requests: {
    id: Generated<number>
    user_id: number
    league_id: number | null
    message: string
    status: ColumnType<'pending' | 'approved' | 'rejected'>
    /** The provider's ID of the team that the user asked for; null without one. */
    team_id: Generated<number | null>
    created_at: Millis
    decided_at: Millis | null
  }
  /** The user to whom an owner's team is assigned. IDs are the provider's. */
  team_assignments: {
    league_id: number
    user_id: number
    /** The team and the season for which it was assigned; the season is null if it is not known. */
    team_id: number
    season: Generated<number | null>
    /** The account of the team's owner, whom the assignment follows; null if the team had none. */
    member_id: Generated<string | null>
    imported_person_id: ImportedPersonId
  }
  /** The provider cookies of a league, encrypted with the server's key. */
  league_credentials: {
    league_id: number
    swid: string | null
    s2: string | null
    /** Whether the provider accepted them when they were saved. */
    is_tested: Flag
    saved_at: Millis
    /** When the provider last accepted them; null if it never has. */
    accepted_at: Millis | null
    /** When the provider first rejected them after it last accepted them; null while it accepts them. */
    refused_at: Millis | null
  }
  refreshes: {
    league_id: number
    season: number | null
    last_status: ColumnType<'ok' | 'skipped' | 'error'> | null
    last_error: string | null
    updated_at: Millis | null
    /** Since when the provider denies access to the league, both with the server's cookies and without cookies. */
    denied_at: Millis | null
  }
  /** Raw provider responses, from which all derived data can be rebuilt. */
  provider_responses: SeasonColumns & {
    id: Generated<number>
    request: string
    fetched_at: Millis
    /** SHA-256 of the body, hex. */
    sha256: string
    /** The body, compressed with gzip. */
    body: Uint8Array
    /** Position among the responses from which the stored season was parsed; null if it is not one of them. */
    position: number | null
  }
  /** Events for the clients of a league's event stream. Kept long enough for clients to reconnect. */
  league_events: {
    id: Generated<number>
    league_id: number
    name: string
    data: Json
    at: Millis
  }
  seasons: SeasonColumns & {
    is_finished: Flag
    current_week: number | null
    fetched_at: Millis
    /** `espn` stands for a season that was read from its provider, whichever that is. */
    source: ColumnType<SeasonSource>
    depth: ColumnType<SeasonDepth>
    /** The provider that it came from, directly or as files, and its ID of the league; null for a CSV table. */
    provider: Generated<ProviderName | null>
    provider_league_id: Generated<string | null>
    /** Whether it came from a league archive and has not been replaced since. Default: 0. */
    is_imported: Generated<Flag>
    document: Json
  }
  league_logos: SeasonColumns & {
    /** https */
    url: string
  }
  logo_colors: {
    /** The https URL of the logo. */
    url: string
    /** The most prominent color, as `#rrggbb`. */
    color: string
  }
  // The rows of an archive, up to the players, stay when a season is stored again.
  lineup_weeks: WeekColumns & {
    findings: Json
    fetched_at: Millis
  }
  /** A team's lineup in an NFL week. The entries are always read as a whole. */
  lineups: WeekColumns & {
    team_id: number
    entries: Json
    empty_slots: Json
    /** Hundredths of a point. */
    points: number
    projected_points: number | null
  }
  drafts: SeasonColumns & {
    is_complete: Flag
    kind: ColumnType<DraftOrder | null>
    picks: Json
    fetched_at: Millis
  }
  transaction_weeks: SeasonColumns & {
    /** The requested NFL week; 0 is the time before the first week. */
    week: number
    transactions: Json
    findings: ColumnType<Json, Json | undefined>
    fetched_at: Millis
  }
  archive_responses: SeasonColumns & {
    part: ColumnType<ArchivePartName>
    /** 0 for a draft. */
    week: number
    position: number
    answer_id: number
  }
  game_timeline_points: SeasonColumns & {
    game_id: number
    at: Millis
    state: ColumnType<TimelinePoint['state']>
    /** Hundredths of a point. */
    home_points: number
    away_points: number
    /** The home team's win probability in millionths. */
    home_probability: number
  }
  /**
   * Every player in a stored lineup of any league, as described by the newest of these lineups, and players of stored
   * transactions and drafts whom only the draft or the list of all players names.
   */
  players: {
    /** Negative for a team's defense. */
    espn_id: number
    name: string
    /** The normalized name; several players can share it. */
    name_key: string
    position: string | null
    nfl_team_id: number | null
    /** Season and NFL week of the lineup that describes the player; 0 if it was uploaded, and without a lineup. */
    season: number
    week: number
  }
  /** Merges one provider account into another, so that their seasons count as one owner's. Merges are not chained. */
  owner_merges: {
    id: Generated<number>
    league_id: number
    /** The merged account. */
    member_id: string
    /** The account that represents the owner. */
    person_id: string
    merged_at: number
  }
  record_exclusions: SeasonColumns & {
    reason: string
    excluded_at: number
  }
  owner_pictures: {
    league_id: number
    member_id: string
    /** The media file; null for an owner without a picture, even if the data folder has one. */
    file_key: string | null
    updated_at: number
  }
  trophy_pictures: {
    league_id: number
    file_key: string
    /** The alternative text; null for the general one. */
    description: string | null
    updated_at: number
  }
  feed_items: {
    id: Generated<number>
    league_id: number
    type: ColumnType<'post' | 'proposal' | 'media' | 'trade'>
    /** null for an item posted by the league itself. */
    user_id: number | null
    is_pinned: Flag
    is_listed: Generated<Flag>
    created_at: Millis
    imported_person_id: ImportedPersonId
    /** 1 for a new item, and one more with each change that members see. */
    version: Generated<number>
  } & HiddenColumns
  feed_posts: {
    item_id: number
    content: string
    likes_count: Generated<number>
    comments_count: Generated<number>
  } & EditColumns
  /** What a browser may send again. The keys are chosen by browsers, so they are unique per person only. */
  post_keys: {
    league_id: number
    user_id: number
    key: string
    /** May have been deleted. */
    post_id: number
    created_at: Millis
  }
  item_likes: {
    /** The item. */
    post_id: number
    user_id: number
    /** null for a like from before this was recorded, or of an archive. */
    created_at: Millis | null
    imported_person_id: ImportedPersonId
  }
  item_comments: {
    id: Generated<number>
    /** The item. */
    post_id: number
    user_id: number
    body: string
    created_at: Millis
    /** The comment that it replies to, which replies to none; null for other comments. */
    parent_id: Generated<number | null>
    imported_person_id: ImportedPersonId
  } & EditColumns &
    HiddenColumns
  feed_proposals: {
    item_id: number
    question: string
    closes_at: Millis | null
    /** Identifies the server key of its anonymous votes; null for a proposal with public votes. */
    ballot_key: string | null
    votes_count: Generated<number>
    likes_count: Generated<number>
    comments_count: Generated<number>
  }
  proposal_options: {
    id: Generated<number>
    proposal_id: number
    position: number
    text: string
    votes_count: Generated<number>
  }
  proposal_votes: {
    proposal_id: number
    user_id: number
    option_id: number
    imported_person_id: ImportedPersonId
  }
  /** Votes on anonymous proposals. The voter key alone does not identify the voter. */
  anonymous_votes: {
    proposal_id: number
    voter_key: string
    option_id: number
  }
  feed_media: MediaColumns & {
    item_id: number
    /** The post that contains it; null for what was uploaded on its own. */
    post_id: Generated<number | null>
    position: Generated<number>
    caption: Generated<string>
    alt_text: Generated<string>
    likes_count: Generated<number>
    comments_count: Generated<number>
  }
  media_drafts: MediaColumns & {
    league_id: number
    user_id: number
    created_at: Millis
  }
  link_previews: {
    /** The SHA-256 of the URL, in hexadecimal digits. */
    url_key: string
    url: string
    /** null until the page was read, and for one that has no title. The same for `site_name`. */
    title: string | null
    description: string | null
    site_name: string | null
    image_url: string | null
    /** When the page is requested again, if somebody links to it then. */
    fetch_after: Millis
    /** When somebody last linked to it. */
    used_at: Millis
  }
  post_links: {
    post_id: number
    url_key: string
    is_removed: Generated<Flag>
  }
  /** Trades with comments. The league itself is the author of these items, and the feed does not list them. */
  feed_trades: SeasonColumns & {
    item_id: number
    /** The provider's ID of the trade. */
    trade_id: string
    comments_count: Generated<number>
  }
  item_reactions: ReactionColumns & { item_id: number }
  comment_reactions: ReactionColumns & { comment_id: number }
  item_mentions: MentionColumns & { item_id: number }
  comment_mentions: MentionColumns & { comment_id: number }
  content_reports: {
    id: Generated<number>
    league_id: number
    /** The item, or the one of the comment. */
    item_id: number
    /** null for a report of the item itself. */
    comment_id: number | null
    user_id: number
    reason: string
    note: string
    created_at: Millis
    /** null while no admin has dismissed it. */
    dismissed_at: Generated<Millis | null>
  }
  mutes: {
    id: Generated<number>
    league_id: number
    user_id: number
    muted_user_id: number
    created_at: Millis
  }
  slow_modes: { league_id: number; seconds: number }
  picks: WeekColumns & {
    user_id: number
    text: string
    result: ColumnType<LegResult | null>
    /** JSON of what a pick from the odds board bets on, parsed by a schema in the store; null for other picks. */
    selection: Generated<string | null>
    /** null until the pick is settled. `admin` without a result: an admin has reopened it. */
    settled_by: Generated<PickSettler | null>
    /** The text in the league's sheet at the last import that contained this pick; null if none did. */
    sheet_text: string | null
    /** 1 if the pick was saved in Fieldhouse after the league's last import. */
    is_edited: number
    /** When the text last changed, in milliseconds since 1970. */
    updated_at: number
    imported_person_id: ImportedPersonId
  }
  pick_changes: WeekColumns & {
    id: Generated<number>
    user_id: number
    text: string
    via: ColumnType<PickSource>
    /** The user who saved it or imported the sheet; null after the account was deleted. */
    by_id: number | null
    by_name: string
    at: Millis
    imported_person_id: ImportedPersonId
  }
  /** The result of a slip that its league was told last. */
  slip_results: WeekColumns & {
    state: ColumnType<SlipOutcome['state']>
    /** Dollars and cents as text, because the payout of a long parlay can exceed the range of an integer. */
    staked: string
    /** null if it is unknown, because a leg that won has no odds. */
    returned: string | null
    /** 1 for the first result, and one more for each correction. */
    revision: number
    announced_at: Millis
  }
  /** Slips without a row are covered by the lowest scorer, who has not paid. */
  slip_payments: WeekColumns & {
    /** The user who covers it instead of the lowest scorer; null if the lowest scorer does. */
    user_id: number | null
    is_paid: Flag
    imported_person_id: ImportedPersonId
  }
  /** What each team of a season owes. All amounts are in cents. */
  dues_setups: SeasonColumns & {
    /** Counts up from 1 with each change of the setup or its prizes. */
    version: number
    amount: number
    due_on: Day | null
    note: string
    saved_at: Millis
  }
  dues_prizes: SeasonColumns & {
    /** Counts up from 1 within the season, and stays the same when the setup is changed. */
    prize_id: number
    position: number
    kind: ColumnType<PrizeKind>
    /** null unless the prize is `custom`. */
    title: string | null
    /** For each week, if the prize is weekly. */
    amount: number
    includes_playoffs: Flag
    /** The team that an admin has named the winner of a `custom` prize. */
    winner_id: number | null
  }
  dues_entries: SeasonColumns & {
    id: Generated<number>
    /** null once the season has other teams, such as those of another platform. */
    team_id: number | null
    /** The name of the team when it was noted. */
    team_name: string
    kind: ColumnType<DuesEntryKind>
    /** Negative for an adjustment that lowers what is owed. */
    amount: number
    /** null for an adjustment. */
    paid_on: Day | null
    /** The reason of an adjustment, or the note to a payment. */
    note: string
    noted_at: Millis
  }
  dues_payouts: SeasonColumns & {
    id: Generated<number>
    prize_id: number
    /** NFL week; null unless the prize is weekly. */
    week: number | null
    /** null once the season has other teams. */
    team_id: number | null
    /** The name of the team when it was noted. */
    team_name: string
    amount: number
    paid_on: Day
    noted_at: Millis
  }
  /** A version of a league's rules. The highest one is in force. */
  rule_versions: {
    league_id: number
    version: number
    user_id: number
    imported_person_id: ImportedPersonId
    saved_at: Millis
    note: string
    /** The version that was restored; null for an edit. That version may no longer be kept. */
    restored_from: number | null
  }
  rule_sections: {
    league_id: number
    version: number
    position: number
    /** The ID of the section in all versions of the league. */
    section: number
    heading: string
    body: string
    /** The proposal that it came from; null without one, and once it is deleted. */
    proposal_id: number | null
  }
  invite_links: {
    id: Generated<number>
    league_id: number
    code_hash: Hash
    /** null once the account is deleted. */
    created_by: number | null
    created_at: number
    expires_at: number
    revoked_at: number | null
    /** The people who have used it. Stays when their accounts are deleted. */
    uses: number
    /** null for any number of people. */
    max_uses: number | null
    needs_approval: number
  }
  invite_uses: {
    link_id: number
    user_id: number
    used_at: number
    /** Whether the person became a member of the league through the link, without an approval. */
    has_joined: number
    /** The provider's ID of the team that they asked for or got. */
    team_id: number | null
    /** When they joined or got the team; null if that waits for an approval. */
    claimed_at: number | null
    undone_at: number | null
  }
  public_links: {
    league_id: number
    code_hash: Hash
    shows_owners: number
    created_at: number
    /** null once the account is deleted. */
    created_by: number | null
  }
  passkeys: {
    id: Generated<number>
    user_id: number
    /** Chosen by the authenticator, base64url. */
    credential_id: string
    /** In COSE format, base64url. */
    public_key: string
    /** How often the authenticator says that it was used; 0 if it does not count. */
    counter: number
    /** How the browser can reach the authenticator, as a list. */
    transports: Json
    name: string
    created_at: Millis
    used_at: Millis | null
  }
  /** What an authenticator must sign. Each challenge is deleted when it is used. */
  passkey_challenges: {
    /** SHA-256 of the challenge, hex. */
    challenge_hash: string
    purpose: ColumnType<'register' | 'sign_in' | 'second_factor' | 'confirm'>
    /** null for a sign-in with a passkey alone. */
    user_id: number | null
    expires_at: Millis
  }
  /** Sign-ins with a correct password that wait for the second factor. */
  sign_in_steps: {
    token_hash: Hash
    user_id: number
    expires_at: Millis
  }
  totp_secrets: {
    user_id: number
    /** Encrypted; null until the first app is confirmed. */
    secret: string | null
    /** Encrypted: of an app that no code has confirmed yet; null without one. */
    pending_secret: string | null
    /** The period of the last used code, counted since 1970. It and older ones are not accepted again. */
    last_step: number
    confirmed_at: Millis | null
  }
  recovery_codes: {
    user_id: number
    code_hash: Hash
    used_at: Millis | null
  }
  api_tokens: {
    id: Generated<number>
    user_id: number
    token_hash: Hash
    name: string
    scopes: Json
    /** Whether it opens all leagues that its owner is a member of; otherwise those in `api_token_leagues`. */
    is_for_all_leagues: Flag
    created_at: Millis
    expires_at: Millis
    used_at: Millis | null
  }
  api_token_leagues: { token_id: number; league_id: number }
  subscriptions: {
    user_id: number
    kind: 'calendar' | 'recaps'
    code_hash: Hash
    created_at: Millis
  }
  /** An account of an OpenID Connect provider that signs a user in. Issuer and subject are unique together. */
  identities: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    /** The verified address at the provider when it was linked, for display only. */
    email: string | null
    linked_at: number
    used_at: number
  }
  /** The weeks with a posted recap, so that each recap is posted once. */
  recaps: SeasonColumns & {
    /** The last NFL week of the round. */
    week: number
    /** null after the post was deleted. */
    post_id: number | null
    posted_at: Millis
    /** What the post was written from, as JSON; null for recaps of 0.1.0. */
    document: string | null
    /** The story in other words, as a JSON array of paragraphs; null if it was not rewritten. */
    rewrite: string | null
  }
  league_webhooks: {
    league_id: number
    form: ColumnType<'discord' | 'slack' | 'groupme'>
    /** Encrypted, because anyone with the URL can post there. */
    address: string
    saved_at: Millis
    sent_at: Millis | null
    last_error: string | null
  }
  push_keys: {
    name: string
    public_key: string
    /** Encrypted. */
    private_key: string
  }
  notification_choices: {
    user_id: number
    kind: ColumnType<NotificationKind>
    by_push: Flag
    by_mail: Flag
    by_inbox: Generated<Flag>
  }
  /** In minutes after midnight in the time zone. If `ends` is before `begins`, the range includes midnight. */
  quiet_hours: {
    user_id: number
    begins: number
    ends: number
    time_zone: string
  }
  push_subscriptions: {
    id: Generated<number>
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: Millis
    /** The session of the subscription. Both end together, so that a signed-out browser receives nothing. */
    session_hash: string
  }
  notifications: {
    id: Generated<number>
    user_id: number
    league_id: number | null
    /** Identifies the subject within the league. */
    key: string
    kind: ColumnType<NotificationKind>
    title: string
    body: string
    created_at: Millis
    /** Not sent after this time, because it is outdated. */
    expires_at: Millis
    in_inbox: Generated<Flag>
    read_at: Millis | null
    /** JSON: what it opens. */
    target: Generated<string>
    /** The item of the feed and the comment that it is about. They are deleted together. */
    item_id: number | null
    comment_id: number | null
  }
  /** The last use of an account, and the end of the visit before that one; null before the second visit. */
  visits: { user_id: number; seen_at: Millis; previous_at: Millis | null }
  tab_visits: { user_id: number; league_id: number; tab: string; seen_at: Millis }
  /** The weeks whose games were compared with the records of their league. */
  week_records: SeasonColumns & {
    /** The last NFL week of the matchup period. */
    week: number
    /** JSON: the records that were broken. */
    broken: string
    found_at: Millis
  }
  league_imports: {
    league_id: number
    imported_at: Millis
    /** The username of the admin; null for the command line. */
    imported_by: string | null
  }
  /** The people of an archive. Their rows belong to an account of their own until they are linked to another one. */
  imported_people: {
    id: Generated<number>
    league_id: number
    /** The account that was created for the person; null for what the league itself posted. */
    user_id: number | null
    username: string
    username_key: string
    /** The person's role in the archive; null for somebody who was not a member. */
    role: Generated<LeagueRole | null>
    /** In milliseconds since 1970; null for somebody who was not a member. */
    member_since: Generated<number | null>
    /** When the user with this username asked to be linked, in milliseconds since 1970; null without a request. */
    claimed_at: Generated<number | null>
    /** The account to which the rows of the person belong now; null while they are not linked. */
    linked_id: Generated<number | null>
    linked_at: Generated<number | null>
  }
  /** The entries of the audit log that an archive contained. They are no part of the log of this server. */
  imported_audit_log: {
    id: Generated<number>
    league_id: number
    at: number
    actor_name: string
    action: string
    detail: string
  }
  /** Unfinished until `ended_at` is set. */
  jobs: {
    id: Generated<number>
    /** Which code runs it. The same name as in the log. */
    kind: string
    /** The league that it is about. Both are deleted together. */
    league_id: number | null
    /** null for a job that no user asked for, and after the account was deleted. */
    requested_by: number | null
    /** Unfinished jobs have different keys. null for a job that may be queued any number of times. */
    unique_key: string | null
    /** The server that it sends to or reads from. Limits how many such jobs run at the same time. */
    destination: string | null
    /** JSON in the format of the kind: the remaining work. Never contains a password, a token or a cookie. */
    payload: string
    /** A failed job was refused, or has used up its attempts. */
    status: ColumnType<'queued' | 'running' | 'done' | 'failed'>
    /** Jobs with a lower value start first. */
    priority: number
    /** Not started before, by the application's clock. 0 for as soon as possible, so that no clock delays it. */
    run_at: Millis
    attempts: Generated<number>
    lease_token: string | null
    /** When the lease of the running process expires and another one can take over; by the machine's clock. */
    lease_until: Millis | null
    step: Generated<string>
    done: Generated<number>
    total: number | null
    /** JSON in the format of the kind; null until the job has ended. */
    result: string | null
    /** Why the last attempt failed, as text for admins; null if it did not, or if `result` says so. */
    last_error: string | null
    /** For a recurring job, when its last run ended. */
    created_at: Millis
    started_at: Millis | null
    ended_at: Millis | null
  }
  /** Why the last fetch of a season failed. Deleted once the season is stored. */
  season_failures: SeasonColumns & {
    reason: string
    at: Millis
  }
  /** When a league was last viewed, accurate to half a minute. */
  league_views: {
    league_id: number
    at: Millis
  }
  /** An NFL game. Ids are the provider's. */
  nfl_games: {
    game_id: number
    season: number
    week: number
    home_team_id: number
    away_team_id: number
    /** Milliseconds since 1970, UTC. An arbitrary time of the day while the kickoff time is not set. */
    kickoff_at: number
    is_time_set: number
    state: ColumnType<NflGameState>
    /** The columns of the venue are null until a scoreboard reports it. */
    venue_id: number | null
    venue_name: string | null
    is_neutral: number | null
    is_indoor: number | null
    /** The columns below are null until a scoreboard reports them. */
    period: number | null
    /** Seconds left in the period. */
    clock_seconds: number | null
    home_score: number | null
    away_score: number | null
    hold: Generated<NflGameHold | null>
    ball_team_id: number | null
    is_red_zone: number | null
    /** When a scoreboard last reported the game; null again if the schedule has changed its state since. */
    observed_at: number | null
  }
  nfl_byes: { season: number; team_id: number; week: number }
  /** The last betting line before kickoff. */
  nfl_lines: {
    game_id: number
    /** The spread of the home team, in tenths of a point. */
    spread_tenths: number | null
    total_tenths: number | null
    /** American odds; null if no source reports them. */
    home_moneyline: Generated<number | null>
    away_moneyline: Generated<number | null>
    home_spread_odds: Generated<number | null>
    away_spread_odds: Generated<number | null>
    over_odds: Generated<number | null>
    under_odds: Generated<number | null>
    bookmaker: string | null
    fetched_at: number
  }
  /** The last forecast before kickoff, as displayed. */
  nfl_weather: {
    game_id: number
    /** The kickoff that the forecast is for. The game may have been rescheduled since. */
    kickoff_at: number
    description: string | null
    fahrenheit: number | null
    icon: string | null
    fetched_at: number
  }
  /** The result of the last fetch of an external source, or of a part of it, such as a season, week or game. */
  external_fetches: {
    source: string
    /** Empty for a source that is fetched as a whole. */
    part: string
    asked_at: number
    /** The last successful fetch; null if there was none. */
    ok_at: number | null
    error: string | null
    /** After a failure, the source is not fetched before this time; null for no restriction. */
    retry_at: number | null
  }
  news_responses: {
    source: string
    /** The player's id or normalized name, depending on what the source is queried by. */
    player_key: string
    items: Json
    fetched_at: number
  }
  /** All players of a provider whose lineups name them by ID only. */
  player_lists: {
    provider: ColumnType<ProviderName>
    /** Of `players` before the compression. */
    sha256: string
    /** JSON text, compressed with gzip. */
    players: Uint8Array
  }
}

type SeasonColumns = { league_id: number; season: number }

/** `week`: the NFL week. */
type WeekColumns = SeasonColumns & { week: number }

/** All are null for what is not hidden. `hidden_by` is null too for an admin whose account does not exist here. */
type HiddenColumns = {
  hidden_at: Generated<Millis | null>
  hidden_reason: Generated<string | null>
  hidden_by: Generated<number | null>
}

type EditColumns = {
  edited_at: Generated<Millis | null>
  /** Counts the changes of the text. */
  version: Generated<number>
}

type MediaColumns = {
  kind: ColumnType<'image' | 'video'>
  content_type: string
  width: number | null
  height: number | null
  file_key: string
  /** In bytes. */
  size: number
  /** Size of the thumbnail, in bytes; null without a thumbnail. */
  grid_size: number | null
}

/** One person may give several reactions. */
type ReactionColumns = {
  user_id: number
  reaction: ColumnType<Reaction>
  created_at: Millis
  imported_person_id: ImportedPersonId
}

/** A mention of a member or a team. Nobody is mentioned any more if an archive did not contain the person. */
type MentionColumns = {
  /** Where it is in the text, in UTF-16 code units. */
  start: number
  length: number
  /** null for a team. */
  user_id: number | null
  /** null for a member, like `team_id`. */
  season: number | null
  team_id: number | null
  /** When the target was first mentioned in the text. */
  created_at: Millis
  imported_person_id: ImportedPersonId
}

export type PickSource = (typeof PICK_SOURCES)[number]

/** The ID in `imported_people` of the person whose row an archive contained; null for a row of this server. */
export type ImportedPersonId = Generated<number | null>
