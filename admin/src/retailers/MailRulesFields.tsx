import { ArrayInput, SimpleFormIterator, TextInput } from 'react-admin';
import { Section } from '../ui/Section.js';

/** What makes a mail of the shop proof of a purchase. */
export function MailRulesFields() {
  return (
    <Section title="Mails that prove a purchase">
      <TextInput
        source="domains"
        label="Mail domains"
        helperText="The shop's own, separated by commas. Leave empty to take no mail as proof."
      />
      <ArrayInput source="confirms" label="Wordings of a confirmation" helperText={false}>
        <SimpleFormIterator disableReordering fullWidth>
          <TextInput source="subject" label="Subject" helperText="{number} and {product} stand for what differs." />
          <TextInput source="text" label="Text" multiline helperText={false} />
        </SimpleFormIterator>
      </ArrayInput>
      <ArrayInput source="mailKeys" label="Keys that are kept here" helperText={false}>
        <SimpleFormIterator disableReordering fullWidth>
          <TextInput source="domain" label="Domain" helperText={false} />
          <TextInput source="selector" label="Selector" helperText={false} />
          <TextInput source="publicKey" label="Public key" multiline helperText="RSA, 1024 bits or more." />
        </SimpleFormIterator>
      </ArrayInput>
    </Section>
  );
}
