import { Box, Tab, Tabs } from '@mui/material';
import { parameterOf } from '@supreme-access/contract/parameters.js';
import { ResourceContextProvider } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../ui/PageHead.js';
import { Section } from '../ui/Section.js';
import { StateMark } from '../ui/StateMark.js';
import { JobKindRows, JobRows } from './JobRows.js';
import { Live, SYSTEM, useLive } from './live.js';
import { ParkedJobs } from './ParkedJobs.js';
import { ReadModelRows } from './ReadModelRows.js';
import { BounceRows, ConditionRows, PartnerRows, SettingRows, WebhookRows } from './SystemRows.js';
import { system } from './system-data.js';

const TABS = {
  readiness: 'Readiness',
  'read-models': 'Read models',
  due: 'Waiting work',
  partners: 'Services',
  webhooks: 'Webhooks',
  bounces: 'Bounced emails',
  settings: 'Settings',
} as const;
type Shown = keyof typeof TABS;

export function SystemPage() {
  const [search, setSearch] = useSearchParams();
  const tab = parameterOf(search, 'show') ?? '';
  const shown = (Object.hasOwn(TABS, tab) ? tab : 'readiness') as Shown;
  return (
    <ResourceContextProvider value={SYSTEM}>
      <PageHead title="System" note={<Ready />} />
      <Tabs
        value={shown}
        onChange={(_, show: Shown) => setSearch({ show }, { replace: true })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Parts of the system"
      >
        {Object.entries(TABS).map(([value, label]) => (
          <Tab key={value} value={value} label={label} id={`tab-${value}`} aria-controls="system-part" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="system-part" aria-labelledby={`tab-${shown}`} sx={{ pt: 2, maxWidth: 880, minWidth: 0 }}>
        <Part shown={shown} />
      </Box>
    </ResourceContextProvider>
  );
}

function Ready() {
  const { data } = useLive({ what: 'readiness', ask: system.readiness });
  return data ? <StateMark tone={data.ready ? 'good' : 'bad'}>{data.ready ? 'ready' : 'not ready'}</StateMark> : null;
}

function Part({ shown }: { shown: Shown }) {
  switch (shown) {
    case 'readiness':
      return (
        <Live what="readiness" ask={system.readiness}>
          {({ conditions }) => <ConditionRows conditions={conditions} />}
        </Live>
      );
    case 'read-models':
      return (
        <Live what="read-models" ask={system.readModels}>
          {(readModels) => <ReadModelRows {...readModels} />}
        </Live>
      );
    case 'due':
      return <Due />;
    case 'partners':
      return (
        <Live what="partners" ask={system.partners}>
          {(partners) => <PartnerRows partners={partners} />}
        </Live>
      );
    case 'webhooks':
      return (
        <Live what="webhooks" ask={system.webhooks}>
          {(webhooks) => <WebhookRows webhooks={webhooks} />}
        </Live>
      );
    case 'bounces':
      return (
        <Live what="bounces" ask={system.bounces}>
          {(bounces) => <BounceRows bounces={bounces} />}
        </Live>
      );
    case 'settings':
      return (
        <Live what="settings" ask={system.settings}>
          {(settings) => <SettingRows settings={settings} />}
        </Live>
      );
  }
}

function Due() {
  return (
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <Section title="By type">
        <Live what="due-kinds" ask={system.jobKinds}>
          {(kinds) => <JobKindRows kinds={kinds} />}
        </Live>
      </Section>
      <Section title="Parked">
        <Live what="parked-rows" ask={system.parkedJobs}>
          {(rows) => <ParkedJobs rows={rows} />}
        </Live>
      </Section>
      <Section title="Due now">
        <Live what="due-rows" ask={system.jobRows}>
          {(rows) => <JobRows rows={rows} />}
        </Live>
      </Section>
    </Box>
  );
}
