import { SeasonChooser } from '../ui/navigation/season-chooser.tsx'
import { type Location, useLocation, useRouter } from './router.ts'

type Props = {
  /** Newest first. The address names no season for the newest one. */
  seasons: readonly number[]
  /** The season of the response. */
  loaded: number | undefined
  /** What else changes with the season. */
  to?: Partial<Location>
}

export function SeasonSwitch({ seasons, loaded, to = {} }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const [newest] = seasons
  if (newest === undefined) return null
  return (
    <SeasonChooser
      seasons={seasons}
      season={season ?? loaded ?? newest}
      onChoose={(chosen) => router.navigate({ ...to, season: chosen === newest ? null : chosen })}
    />
  )
}
