import { REPORT_REASON_LABELS, REPORT_REASONS, type ReportReason } from '@fieldhouse/domain/league/moderation'
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Flag, type LucideIcon, MoreHorizontal, UserX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { RadioGroup, TextArea, TextField } from '../../../ui/forms/field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { type ContentKey, type ModerationAction, moderationQuery, useModerate } from './use-moderation.ts'

type Props = {
  league: string
  content: ContentKey
  name: string
  iconSize?: number
}

const MAX_NOTE_LENGTH = 500

const REASON_OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_LABELS[value] }))

type FormProps = { isBusy: boolean; onSubmit: (action: ModerationAction) => void; onCancel: () => void }

export function MoreMenu({ iconSize = 18, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={MoreHorizontal}
        iconSize={iconSize}
        label={`More for ${props.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <MoreDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function MoreDialog({ league, content: key, name, onClose }: Props & { onClose: () => void }) {
  const moderation = useQuery(moderationQuery(league, key))
  const moderate = useModerate(league, key)
  const [form, setForm] = useState<'report' | 'hide' | null>(null)
  const title = form === 'report' ? `Report ${name}` : form === 'hide' ? `Hide ${name}` : capitalize(name)
  const content = useRef<HTMLDivElement>(null)
  const runAndClose = (action: ModerationAction) => moderate.mutate(action, { onSuccess: onClose })
  const actionOf = (name: 'withdraw' | 'mute' | 'unmute' | 'unhide') => ({
    disabled: moderate.isPending,
    onClick: () => runAndClose({ name }),
  })
  // A report changes nothing on the page, so the dialog stays open and says that it was sent.
  const sendReport = (report: ModerationAction) =>
    moderate.mutate(report, {
      onSuccess: () => {
        setForm(null)
        content.current?.focus()
      },
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap={3} ref={content} tabIndex={-1}>
        <MutationNotice mutation={moderate} fallback="Something went wrong." />
        {form === 'report' ? (
          <ReportForm isBusy={moderate.isPending} onSubmit={sendReport} onCancel={() => setForm(null)} />
        ) : form === 'hide' ? (
          <HideForm isBusy={moderate.isPending} onSubmit={runAndClose} onCancel={() => setForm(null)} />
        ) : (
          <Loaded
            query={moderation}
            errorTitle="Failed to load what you can do"
            name="actions"
            rows={2}
            height={64}
          >
            {({ is_mine, author, is_muted, is_hidden, can_hide, report }) => (
              <Stack as="ul">
                {is_mine || is_hidden || report !== null ? null : (
                  <Action icon={Flag} label="Report" onClick={() => setForm('report')}>
                    Tell the league admins that something is wrong. Only they see it.
                  </Action>
                )}
                {report === null ? null : (
                  <Action icon={Flag} label="Withdraw report" {...actionOf('withdraw')}>
                    You reported this: {REPORT_REASON_LABELS[report.reason]}.
                  </Action>
                )}
                {is_mine || author === null ? null : (
                  <Action
                    icon={UserX}
                    label={is_muted ? `Unmute ${author}` : `Mute ${author}`}
                    {...actionOf(is_muted ? 'unmute' : 'mute')}
                  >
                    {is_muted
                      ? 'Show what they write in this league again.'
                      : 'Collapse what they write in this league, and stop notifications about it. Nobody else knows.'}
                  </Action>
                )}
                {can_hide && !is_hidden ? (
                  <Action icon={EyeOff} label="Hide" onClick={() => setForm('hide')}>
                    Members see your reason instead. You can show it again.
                  </Action>
                ) : null}
                {can_hide && is_hidden ? (
                  <Action icon={Eye} label="Show again" {...actionOf('unhide')}>
                    Members see it again, with its likes and comments.
                  </Action>
                ) : null}
                {is_mine && !can_hide ? <li className={ui.note}>You wrote this.</li> : null}
              </Stack>
            )}
          </Loaded>
        )}
      </Stack>
    </Dialog>
  )
}

type ActionProps = {
  icon: LucideIcon
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Action({ icon: Icon, label, disabled = false, onClick, children }: ActionProps) {
  return (
    <li>
      <Button disabled={disabled} onClick={onClick}>
        <Icon size={18} aria-hidden="true" /> {label}
      </Button>
      <p className={ui.note}>{children}</p>
    </li>
  )
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function ReportForm({ isBusy, onSubmit, onCancel }: FormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const report = reason === null ? null : ({ name: 'report', reason, note } as const)
  return (
    <ActionForm label="Send report" action={report} isBusy={isBusy} onSubmit={onSubmit} onCancel={onCancel}>
      <RadioGroup
        isStacked
        label="What is wrong?"
        options={REASON_OPTIONS}
        value={reason}
        onChange={setReason}
      />
      <TextArea
        label="Note (optional)"
        hint="The league admins see your name, the reason and the note."
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={setNote}
      />
    </ActionForm>
  )
}

const MAX_REASON_LENGTH = 200

export function HideForm({ isBusy, onSubmit, onCancel }: FormProps) {
  const [reason, setReason] = useState('')
  const hide = reason.trim() === '' ? null : ({ name: 'hide', reason } as const)
  return (
    <ActionForm label="Hide" action={hide} isBusy={isBusy} onSubmit={onSubmit} onCancel={onCancel}>
      <TextField
        label="Reason"
        hint="Members see it instead of the content. The activity log keeps it, with your name."
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={setReason}
      />
    </ActionForm>
  )
}

type ActionFormProps = FormProps & { label: string; action: ModerationAction | null; children: ReactNode }

function ActionForm({ label, action, isBusy, onSubmit, onCancel, children }: ActionFormProps) {
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (action !== null) onSubmit(action)
      }}
    >
      {children}
      <Row wraps>
        <Button type="submit" variant="strong" disabled={isBusy || action === null}>
          {label}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Row>
    </Stack>
  )
}
