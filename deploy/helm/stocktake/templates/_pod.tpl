{{- define "stocktake.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "stocktake.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "stocktake.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "stocktake.environment" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: MASTER_KEY_FILE
  value: /run/stocktake/master.key
- name: METRICS_PORT
  value: {{ .Values.metrics.port | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "stocktake.mounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
- name: master-key
  mountPath: /run/stocktake
  readOnly: true
{{- if .Values.backupsClaim }}
- name: backups
  mountPath: /backups
{{- end }}
{{- end -}}

{{- define "stocktake.volumes" -}}
- name: data
{{- if .Values.existingClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.existingClaim }}
{{- else }}
  emptyDir: {}
{{- end }}
- name: tmp
  emptyDir: {}
- name: master-key
  secret:
    secretName: {{ .Values.secrets.masterKey }}
{{- if .Values.backupsClaim }}
- name: backups
  persistentVolumeClaim:
    claimName: {{ .Values.backupsClaim }}
{{- end }}
{{- end -}}
