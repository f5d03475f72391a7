// Preloaded by the programs of the tests, so that none of them outlives a run that was killed.
import { exitWithParent } from '../scripts/bootstrap/processes.mjs'

exitWithParent()
