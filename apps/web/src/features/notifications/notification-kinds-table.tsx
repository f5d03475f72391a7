import styles from './notifications-section.module.css'
import type { NotificationChoice, Notifications } from './use-notifications.ts'

const KIND_LABELS: Readonly<Record<NotificationChoice['kind'], string>> = {
  pick: "Picks lock in 3 hours and you haven't picked",
  starter: 'One of your starters is out or on bye',
  proposal: 'Someone posts a proposal',
  comment: 'Someone comments on your post',
}

const CHANNEL_LABELS = { push: 'Push', mail: 'Email' } as const

const EMAIL_HINTS = {
  ready: null,
  no_address: 'To get emails, add an email address to your account first.',
  off: "Email isn't set up on this site.",
} as const

type Props = {
  notifications: Notifications
  /** Choices being saved, which are already shown as saved. */
  pending: readonly NotificationChoice[] | undefined
  onChoose: (choice: NotificationChoice) => void
}

/** A table with a checkbox for each notification kind and channel. */
export function NotificationKindsTable({ notifications, pending = [], onChoose }: Props) {
  const kinds = notifications.kinds.map(
    (choice) => pending.find(({ kind }) => kind === choice.kind) ?? choice,
  )
  const emailHint = EMAIL_HINTS[notifications.mail]
  return (
    <>
      <table className={styles['kinds']}>
        <thead>
          <tr>
            <th scope="col">Notify me when</th>
            <th scope="col">{CHANNEL_LABELS.push}</th>
            <th scope="col">{CHANNEL_LABELS.mail}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((choice) => (
            <tr key={choice.kind}>
              <th scope="row">{KIND_LABELS[choice.kind]}</th>
              {(['push', 'mail'] as const).map((channel) => (
                <td key={channel}>
                  <label className={styles['checkbox']}>
                    <input
                      type="checkbox"
                      aria-label={`${KIND_LABELS[choice.kind]}: ${CHANNEL_LABELS[channel]}`}
                      checked={choice[channel]}
                      disabled={channel === 'mail' && notifications.mail !== 'ready' && !choice.mail}
                      onChange={(event) => onChoose({ ...choice, [channel]: event.target.checked })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {emailHint === null ? null : <p className={styles['hint']}>{emailHint}</p>}
    </>
  )
}
