import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../ui/feedback/notice.tsx'
import { RadioGroup } from '../../ui/forms/radio-group.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { siteSettingsQuery, useSaveSiteSettings } from './use-site.ts'

const OPTIONS = [
  { value: 'open', label: 'Anybody can sign up' },
  { value: 'invite', label: 'Only with an invite link' },
] as const

const LABELS = Object.fromEntries(OPTIONS.map(({ value, label }) => [value, label]))

export function WhoCanJoin() {
  const settings = useQuery(siteSettingsQuery)
  const save = useSaveSiteSettings()
  return (
    <Loaded query={settings} name="site settings" rows={2} height={44}>
      {({ signup }) => (
        <Stack>
          {signup.is_from_environment ? (
            <p>
              {LABELS[signup.value]}, because the server's environment has SIGNUP={signup.value}.
            </p>
          ) : (
            <RadioGroup
              label="Who can join"
              isStacked
              options={OPTIONS}
              value={save.isPending ? (save.variables?.signup ?? signup.value) : signup.value}
              onChange={(value) => save.mutate({ signup: value })}
            />
          )}
          <p className={ui.note}>
            With an invite link only, people see no names of leagues that they are not in. The admin signup
            code works in any case.
          </p>
          <MutationNotice mutation={save} fallback="Failed to save." />
        </Stack>
      )}
    </Loaded>
  )
}
